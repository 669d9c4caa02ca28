import type { Returned } from '@clinic/contract/kernel.ts'
import type { getWorkplace } from '@clinic/contract/staff/workplace.ts'
import type { NamedRecord } from '../domain/clinics/workplace.ts'
import type { Presenter } from '../kernel/presenter.ts'

export const presentWorkplace: Presenter<readonly NamedRecord[], Returned<typeof getWorkplace>> = (
  records,
  { timeZone, currency },
) => {
  const ofKind = (wanted: string) =>
    records.filter(({ kind }) => kind === wanted).map(({ id, name, name_ar: nameAr }) => ({ id, name, nameAr }))
  return { timeZone, currency, branches: ofKind('branch'), practitioners: ofKind('practitioner') }
}
