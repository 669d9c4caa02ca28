import { startVideo } from '@clinic/contract/staff/video-calls.ts'
import { type VideoLinks, videoLinkOf } from '../domain/providers/video-links.ts'
import { startVideoCall } from '../domain/scheduling/start-video-call.ts'
import { refuse } from '../kernel/errors.ts'
import { implement } from '../kernel/implement.ts'

/** Visits by video. */
export const videoCallsApi = (links: VideoLinks) => [
  implement(startVideo, async (tx, { id: appointmentId }) => {
    const link = (await videoLinkOf(tx, links)) ?? refuse('video_not_configured')
    const { video_call_id: id, video_call_created_at: startedAt } = await startVideoCall(tx, { id: appointmentId })
    if (id === null || startedAt === null) throw new Error('A call that was started has an id.')
    return { data: { id, appointmentId, url: link(id), startedAt } }
  }),
]
