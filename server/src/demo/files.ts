import { type FileStorage, storageKey } from '../domain/files/file-storage.ts'
import type { RowsOf } from '../kernel/insert-many.ts'
import { iso } from './clock.ts'
import type { DemoContext, DemoStep } from './context.ts'
import { inventedLetter, inventedXRay } from './pictures.ts'

/** So many patients have an X-ray, and so many of those a letter too. */
const XRAYED = 0.12
const WITH_LETTER = 0.4
const TYPES = ['panoramic', 'periapical', 'bitewing'] as const
const VARIANTS = 6

type Treatment = Readonly<RowsOf<'treatment'>[number]>
type FileRow = RowsOf<'file'>[number]

const xrays = Array.from({ length: VARIANTS }, (_, variant) => inventedXRay(variant))
const letter = inventedLetter('Referral letter. Invented for the demo.')

/** What a file holds follows from its name. */
function contentOf({ name }: Pick<FileRow, 'name'>): Buffer {
  const variant = /^x-ray-(\d+)/.exec(name)?.[1]
  return variant === undefined ? letter : (xrays[Number(variant) - 1] ?? letter)
}

const fileRow = (context: DemoContext, treatment: Treatment, kind: 'xray' | 'letter', name: string): FileRow => {
  const { id } = context
  const at = iso(Math.min(Date.parse(String(treatment.updated_at)), context.now))
  return {
    id: id('file', kind, treatment.id),
    patient_id: treatment.patient_id,
    operation_id: treatment.id,
    appointment_id: treatment.appointment_id ?? null,
    encounter_id: null,
    xray_id: kind === 'xray' ? id('xray', treatment.id) : null,
    folder_id: null,
    name,
    content_type: kind === 'xray' ? 'image/png' : 'application/pdf',
    size_bytes: contentOf({ name }).length,
    sort_order: kind === 'xray' ? 1 : 2,
    created_at: at,
    updated_at: at,
  }
}

const xrayRow = ({ id, random }: DemoContext, treatment: Treatment, { created_at, name }: FileRow) => ({
  id: id('xray', treatment.id),
  patient_id: treatment.patient_id,
  operation_id: treatment.id,
  appointment_id: treatment.appointment_id ?? null,
  name,
  type: random.pick(TYPES),
  details: 'Drawn by a program for the demo.',
  created_at,
  updated_at: created_at,
})

/** One X-ray each for some patients, with a letter for some of those, and what is in them. */
export const filesStep: DemoStep = {
  name: 'files and X-rays',
  rows(context) {
    const { made, random, plan } = context
    const byPatient = Map.groupBy(made('treatment'), ({ patient_id }) => patient_id)
    const chosen = [...byPatient.values()]
      .flatMap(([first]) => first ?? [])
      .slice(0, Math.round(plan.patients * XRAYED))
    const taken = chosen.map(treatment => {
      const picture = fileRow(context, treatment, 'xray', `x-ray-${random.integer(1, VARIANTS)}.png`)
      const withLetter = random.chance(WITH_LETTER)
      const files = withLetter ? [picture, fileRow(context, treatment, 'letter', 'referral.pdf')] : [picture]
      return { xray: xrayRow(context, treatment, picture), files }
    })
    return { xray: taken.map(({ xray }) => xray), file: taken.flatMap(({ files }) => files) }
  },
  async store({ file = [] }, companyId, storage: FileStorage) {
    for (const row of file) await storage.put(storageKey(companyId, row.id), row.content_type, contentOf(row))
  },
}
