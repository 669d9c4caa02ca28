import type { Returned } from '../../lib/api.ts'
import { Unreachable } from '../../lib/problem.ts'

type Target = Pick<Returned<'announceFile'>, 'uploadUrl' | 'fields'>

/** Sends a file where it is taken, and tells how much of it has gone; `fetch` does not say. */
export function sendFile({ uploadUrl, fields }: Target, file: File, onProgress: (part: number) => void): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new XMLHttpRequest()
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => (request.status < 300 ? resolve() : reject(new Unreachable(String(request.status))))
  request.onerror = () => reject(new Unreachable('The file was not sent.'))
  request.open('POST', uploadUrl)
  request.send(form)
  return promise
}
