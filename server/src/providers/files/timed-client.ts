import type { S3 } from '@aws-sdk/client-s3'
import { valueAt } from '../json.ts'
import { outcomeOfStatus, timedCall } from '../timed-call.ts'

/** Times every request that the client sends, at its innermost, so that an address which is only signed is none. */
export function timedClient(client: S3): S3 {
  client.middlewareStack.add(
    next => args =>
      timedCall(
        's3',
        () => next(args),
        ended => outcomeOfStatus('value' in ended ? valueAt(ended.value.response, 'statusCode') : undefined),
      ),
    { step: 'deserialize', priority: 'low', name: 'timed' },
  )
  return client
}
