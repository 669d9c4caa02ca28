import { addProcedure } from '../../server/src/domain/procedures/add-procedure.ts'
import { addProcedureGroup } from '../../server/src/domain/procedures/procedure-groups.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>

/** A short price list: two groups, a procedure without one, and one that is no longer offered; answers the id of the first. */
export function seedProcedures(app: TestApp, clinic: Clinic): Promise<string> {
  return app.write(clinic, async tx => {
    const fillings = await addProcedureGroup(tx, { name: 'Fillings' })
    const crowns = await addProcedureGroup(tx, { name: 'التيجان والجسور' })
    const first = await addProcedure(tx, {
      ...{ name: 'Composite filling, one surface', nameAr: 'حشوة تجميلية، سطح واحد', code: 'RES-01', price: 350.5 },
      ...{ groupId: fillings.id, durationMinutes: 45, color: 'teal', chart: 'DENTAL' },
    })
    const crown = { name: 'Zirconia crown', nameAr: 'تاج زركون', code: 'PRO-01', price: 2_200, groupId: crowns.id }
    await addProcedure(tx, { ...crown, durationMinutes: 90, color: 'violet' })
    await addProcedure(tx, { name: 'Amalgam filling', price: 180, groupId: fillings.id, active: false })
    await addProcedure(tx, { name: 'Examination', nameAr: 'كشف', price: 100, color: 'yellow' })
    return first.id
  })
}
