import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { refuseInput } from '../../kernel/errors.ts'

/** A file that was received whole, and awaits the end of its form. */
export interface Received {
  keep(): Promise<void>
  discard(): Promise<void>
}

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
export async function receiveForm(request: IncomingMessage, takeFile: TakeFile): Promise<void> {
  const form = openForm(request.headers)
  const parts = readParts(form, takeFile)
  const gone = senderGone(request)
  request.pipe(form)
  try {
    await Promise.race([parts.ended, gone])
    await parts.keep()
  } catch (error) {
    request.unpipe(form)
    await parts.discard()
    throw error
  }
}

const wrong = (path: string, code: string, message: string): never => refuseInput({ path, code, message })

function openForm(headers: IncomingHttpHeaders): BusboyInstance {
  const { 'content-type': type } = headers
  const unreadable = () => wrong(FILE, 'format', 'must be sent as multipart/form-data with a boundary')
  if (!type || !/^multipart\/form-data\s*;/i.test(type)) return unreadable()
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      limits: LIMITS,
      isPartAFile: name => name === FILE,
    })
  } catch {
    return unreadable()
  }
}

function senderGone(request: IncomingMessage): Promise<never> {
  return new Promise((_resolve, reject) => {
    request.once('close', () => {
      if (!request.complete) reject(new SenderGone())
    })
  })
}

/** Collects fields and hands the file on. `ended` when the form has ended and the file was taken, or with what was wrong. */
function readParts(form: BusboyInstance, takeFile: TakeFile) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const fields = new Map<string, string>()
  const files: { body: Readable; taking: Promise<Received> }[] = []

  const on = (event: 'finish' | 'error' | 'partsLimit' | 'fieldsLimit' | 'filesLimit', step: () => void) =>
    form.on(event, () => Promise.try(step).catch(reject))

  form.on('field', (name, value, nameCut, valueCut) => {
    Promise.try(() => {
      const given = String(name)
      const place = given.slice(0, 64)
      if (files.length > 0) wrong(place, 'order', 'must come before the file')
      if (fields.has(place)) wrong(place, 'duplicate', 'must be given once')
      if (nameCut || valueCut || given !== place) wrong(place, 'too_long', 'is too long')
      fields.set(place, value)
    }).catch(reject)
  })
  form.on('file', (_name, body) => {
    // A body that is given up emits an error, which would end the process if nothing listened.
    body.on('error', () => undefined)
    const taking = takeFile(new Map(fields), body)
    files.push({ body, taking })
    taking.catch(reject)
  })
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    on(limit, () => wrong(FILE, 'too_many', 'must be one part, the last of at most eleven'))
  on('error', () => wrong(FILE, 'format', 'is not complete multipart form data'))
  on('finish', () => {
    if (files.length === 0) wrong(FILE, 'required', 'is required')
    Promise.all(files.map(({ taking }) => taking)).then(() => resolve(), reject)
  })

  return {
    ended,
    async keep() {
      for (const { taking } of files) await (await taking).keep()
    },
    async discard() {
      for (const { body, taking } of files) {
        body.destroy(new SenderGone())
        await taking.then(
          received => received.discard(),
          () => undefined,
        )
      }
    },
  }
}
