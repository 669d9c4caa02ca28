import type { Answer, CallOptions, UploadInput } from '../calls.ts'
import { type ClinicError, errorFrom } from '../errors.ts'
import type { FilesFamily } from '../printed/clinic.generated.ts'
import type { RequestFileUploadInput } from '../printed/inputs.generated.ts'
import type { ClinicFile, FileUpload } from '../printed/resources.generated.ts'
import { waitBefore } from './retry.ts'
import { limitsOf, type Settings } from './settings.ts'

type Steps = Pick<FilesFamily, 'requestUpload' | 'confirmUpload'>

const OPERATION = 'files.upload'

/** What the storage takes is for the service to say. */
const isType = (type: string): type is RequestFileUploadInput['contentType'] => type !== ''

function described({ patientId, file, kind, operationId, ...given }: UploadInput): RequestFileUploadInput {
  const isBlob = file instanceof Blob
  const contentType = given.contentType ?? (isBlob ? file.type : '')
  const fileName = given.fileName ?? (isBlob && 'name' in file ? String(file.name) : undefined)
  if (!isType(contentType)) throw new TypeError(`${OPERATION} needs contentType, such as image/png`)
  if (fileName === undefined) throw new TypeError(`${OPERATION} needs fileName`)
  return { id: patientId, fileName, contentType, sizeBytes: isBlob ? file.size : file.byteLength, kind, operationId }
}

/** The form that the storage takes: what it was given for us, and the file last. */
function formOf({ fields }: FileUpload, { file }: UploadInput, { fileName, contentType }: RequestFileUploadInput) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file], { type: contentType }), fileName)
  return form
}

/** One POST to the storage, without any header of ours. */
async function posted(
  settings: Settings,
  url: string,
  body: FormData,
  attempts: number,
  options: CallOptions,
): Promise<ClinicError | undefined> {
  const timeout = settings.timing.timeout(limitsOf(settings, options).timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const facts = { operation: OPERATION, attempts, retryable: true, mayHaveHappened: false }
  try {
    const { fetch } = settings
    const { ok, status } = await fetch(url, { method: 'POST', body, signal })
    if (ok) return undefined
    const message = `The storage answered ${status}.`
    return errorFrom({
      ...facts,
      code: 'unexpected_answer',
      message,
      status,
      retryable: status >= 500 || status === 429,
    })
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    const code = timeout.aborted ? 'timed_out' : 'connection_failed'
    return errorFrom({ ...facts, code, message: `${OPERATION} could not reach the storage.`, cause })
  }
}

async function store(settings: Settings, url: string, form: FormData, options: CallOptions): Promise<void> {
  const { maxRetries } = limitsOf(settings, options)
  for (let attempts = 1; ; attempts++) {
    const error = await posted(settings, url, form, attempts, options)
    if (!error) return
    const waitMs = waitBefore(error, maxRetries, settings.timing)
    if (waitMs === undefined) throw error
    await settings.timing.sleep(waitMs, options.signal)
  }
}

/** The key of a step, where the whole has one. */
const keyed = (options: CallOptions, step: string): CallOptions =>
  options.idempotencyKey === undefined ? options : { ...options, idempotencyKey: `${options.idempotencyKey}:${step}` }

/** Asks where to, sends the bytes there, and confirms. */
export async function upload(
  settings: Settings,
  steps: Steps,
  input: UploadInput,
  options: CallOptions,
): Promise<Answer<ClinicFile>> {
  const details = described(input)
  const target = await steps.requestUpload(details, keyed(options, 'request'))
  await store(settings, target.uploadUrl, formOf(target, input, details), options)
  const confirmed = { id: input.patientId, fileId: target.fileId }
  return steps.confirmUpload(confirmed, keyed(options, 'confirm')).withResponse()
}
