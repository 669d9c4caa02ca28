import { permission } from '../access.ts'
import { described, Id, shape, Timestamp } from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Appointments', {
  write: permission('appointments:write', 'appointments:write.own'),
  sight: 'branch',
})

export const startVideo = operation({
  id: 'startVideo',
  route: 'POST /appointments/:id/start-video',
  summary: 'Opens the video call of a visit',
  description:
    'Of one that is online and not over. A call that was opened before stays the same: its address is answered again.',
  input: { id: Id },
  changes: ['videoCallId'],
  returns: shape('startedVideoCall', {
    id: Id,
    appointmentId: Id,
    url: described(Type.String({ format: 'uri' }), 'Where the call takes place.'),
    startedAt: described(Timestamp, 'When it was opened first.'),
  }),
  emits: ['videocall.started'],
  refuses: ['video_not_configured', 'invalid_state_transition'],
})
