import { PassThrough } from 'node:stream'
import { storageKey } from '../files/file-storage.ts'
import type { ExportContext, ExportKind, ExportOut } from './export-kind.ts'

const BUFFERED_BYTES = 262_144

/** Makes the file of an export and puts it into the storage while it is made; answers its size. */
export async function writeExport(
  kind: ExportKind,
  context: ExportContext,
  progress: ExportOut['progress'],
): Promise<number> {
  const { job, files } = context
  const stream = new PassThrough({ highWaterMark: BUFFERED_BYTES })
  // What went wrong is said by the two that wait below.
  stream.on('error', () => undefined)
  let size = 0
  const write = (piece: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      size += Buffer.byteLength(piece)
      stream.write(piece, error => (error ? reject(error) : resolve()))
    })
  const made = kind.build(context, paramsOf(context), { write, progress }).then(
    () => void stream.end(),
    error => {
      stream.destroy(error)
      throw error
    },
  )
  const kept = files.put(storageKey(job.company_id, job.id), job.content_type, stream).catch(error => {
    stream.destroy(error)
    throw error
  })
  const ended = await Promise.allSettled([made, kept])
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return size
}

const paramsOf = ({ job }: ExportContext): Record<string, unknown> => Object(job.params)
