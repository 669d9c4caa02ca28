import { createHash } from 'node:crypto'
import type { ClinicFile, LabOrder } from '@clinic/sdk'
import { textIn } from './database.ts'
import type { Portal } from './portal.ts'

/** Photographs and letters; what else the clinic would take is not what a lab adds. */
export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

const addedTo = ({ database }: Portal, orderId: string): { digest: string; fileId: string }[] =>
  database
    .all('select digest, file_id from added_file where order_id = :orderId', { orderId })
    .map(row => ({ digest: textIn(row, 'digest'), fileId: textIn(row, 'file_id') }))

export interface ShownFile {
  readonly file: ClinicFile
  /** Whether the lab itself has added it. */
  readonly isOwn: boolean
}

/** Only what belongs to the treatment of the order, and what the lab itself has added: never the rest of the patient's. */
export async function filesOf(portal: Portal, order: LabOrder): Promise<ShownFile[]> {
  const { patientId, operationId, id } = order
  const own = new Set(addedTo(portal, id).map(({ fileId }) => fileId))
  const shown: ShownFile[] = []
  if (operationId === null) {
    for (const fileId of own)
      shown.push({ file: await portal.clinic.files.get({ id: patientId, fileId }), isOwn: true })
    return shown
  }
  for await (const file of portal.clinic.files.list({ id: patientId, operationId }))
    shown.push({ file, isOwn: own.has(file.id) })
  return shown
}

/** A name under which a file can be saved anywhere; what leads to a folder or turns the writing around becomes a hyphen. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const UNSAFE = /[/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g

function safeName(name: string): string {
  const safe = name.replaceAll(UNSAFE, '-').slice(-200)
  return safe === '' || safe === '.' || safe === '..' ? 'file' : safe
}

/** Adds a file of the lab to the order's patient. The same bytes again add nothing, today by the key and later by the digest. */
export async function addFile(portal: Portal, order: LabOrder, file: File): Promise<void> {
  const { clinic, database } = portal
  const digest = createHash('sha256')
    .update(await file.bytes())
    .digest('hex')
  if (addedTo(portal, order.id).some(added => added.digest === digest)) return
  const { id: fileId } = await clinic.files.upload(
    {
      patientId: order.patientId,
      file,
      fileName: safeName(file.name),
      kind: 'file',
      ...(order.operationId !== null && { operationId: order.operationId }),
    },
    { idempotencyKey: `lab-${order.id}-${digest}` },
  )
  database.run('insert or ignore into added_file (order_id, digest, file_id) values (:orderId, :digest, :fileId)', {
    ...{ orderId: order.id, digest, fileId },
  })
}
