import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { AnnouncedFile } from '../../domain/files/file-storage.ts'
import { Refusal, refuseInput } from '../../kernel/errors.ts'

/** A file that was received whole, and awaits the end of its form. */
export interface Received {
  /** As it was announced. */
  file: AnnouncedFile
  keep(): Promise<void>
  discard(): Promise<void>
}

/** Called with a file that was received whole; where it fails, the file is discarded. */
export type BeforeKeeping = (file: AnnouncedFile) => Promise<void>

export type TakeFile = (fields: ReadonlyMap<string, string>, body: Readable) => Promise<Received>

/** The sender went away before the end, so there is none to answer. */
export class SenderGone extends Error {}

const FILE = 'file'
const LIMITS = {
  fields: 10,
  files: 1,
  parts: 11,
  fieldNameSize: 100,
  fieldSize: 8192,
  headerPairs: 20,
  headerSize: 8192,
}

/**
 * Reads a multipart form whose last part is the file, as it arrives: the file is handed on piece by piece, with the fields
 * before it, and kept when the form has ended well. Whatever goes wrong, a sender that goes away included, discards it.
 */
export async function receiveForm(
  request: IncomingMessage,
  takeFile: TakeFile,
  beforeKeeping: BeforeKeeping,
): Promise<void> {
  const form = openForm(request.headers)
  const { received, fail, discard } = readParts(form, takeFile)
  request.once('close', () => {
    if (!request.complete) fail(new SenderGone())
  })
  request.pipe(form)
  try {
    const { file, keep } = await received
    await beforeKeeping(file)
    await keep()
  } catch (error) {
    request.unpipe(form)
    await discard()
    throw error
  }
}

function openForm({ 'content-type': type = '', ...headers }: IncomingHttpHeaders): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: LIMITS,
      isPartAFile: name => name === FILE,
    })
  } catch {
    return refuseInput({ path: FILE, code: 'format', message: 'must be sent as multipart/form-data with a boundary' })
  }
}

/** Collects fields and hands the file on. `received` when the form has ended and the file was taken, or what was wrong. */
function readParts(form: BusboyInstance, takeFile: TakeFile) {
  const { promise: received, resolve, reject: fail } = Promise.withResolvers<Received>()
  const fields = new Map<string, string>()
  let file: { body: Readable; taking: Promise<Received> } | undefined
  // After this turn, so that what is wrong with a file that came before is said first.
  const wrong = (path: string, code: string, message: string) =>
    queueMicrotask(() => fail(new Refusal('validation_failed', { issues: [{ path, code, message }] })))

  form.on('field', (name, value, nameCut, valueCut) => {
    const given = String(name)
    const place = given.slice(0, 64)
    if (file) wrong(place, 'order', 'must come before the file')
    if (fields.has(place)) wrong(place, 'duplicate', 'must be given once')
    if (nameCut || valueCut || given !== place) wrong(place, 'too_long', 'is too long')
    fields.set(place, value)
  })
  form.on('file', (_name, body) => {
    // A body that is given up emits an error, which would end the process if nothing listened.
    body.on('error', () => undefined)
    file = { body, taking: takeFile(new Map(fields), body) }
    file.taking.catch(fail)
  })
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    form.on(limit, () => wrong(FILE, 'too_many', 'must be one part, the last of at most eleven'))
  form.on('error', () => wrong(FILE, 'format', 'is not complete multipart form data'))
  form.on('finish', () => {
    if (file) file.taking.then(resolve, fail)
    else wrong(FILE, 'required', 'is required')
  })

  return {
    received,
    fail,
    async discard() {
      file?.body.destroy(new SenderGone())
      await file?.taking.then(
        taken => taken.discard(),
        () => undefined,
      )
    },
  }
}
