import type { Job } from './job.ts'
import { tendQueue } from './tend-queue.ts'

/** Everything that the worker does in the background, save sending webhooks. */
export const ALL_JOBS: readonly Job[] = [tendQueue]
