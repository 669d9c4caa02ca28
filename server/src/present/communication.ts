import type { Communication } from '@clinic/contract/communications.ts'
import type { Static } from '@clinic/contract/kernel.ts'
import { type CommunicationRow, channelOf } from '../domain/messaging/communication.ts'
import { communicationState } from '../domain/messaging/message-status.ts'

/** The whole message, and beside it what concerns each of the two channels that are counted apart. */
export function presentCommunication(row: CommunicationRow): Static<typeof Communication> {
  const channel = channelOf(row.channel)
  const state = communicationState(row.state)
  const sent = state === 'SENT'
  const pending = state === 'PENDING' || state === 'DISPATCHED'
  const [whatsapp, email] = [channel === 'whatsapp', channel === 'email']
  return {
    object: 'communication',
    id: row.id,
    channels: [channel],
    status: sent,
    pending,
    canceled: state === 'CANCELED',
    attempts: row.attempts,
    whatsappAttempts: whatsapp ? row.attempts : 0,
    emailAttempts: email ? row.attempts : 0,
    whatsappStatus: whatsapp && sent,
    whatsappPending: whatsapp && pending,
    emailStatus: email && sent,
    emailPending: email && pending,
    sentAt: row.sent_at,
    whatsappSentAt: whatsapp ? row.sent_at : null,
    emailSentAt: email ? row.sent_at : null,
    contentPreview: row.content_preview,
    patientId: row.patient_id,
    userId: row.user_id,
    labId: row.lab_id,
    leadId: row.lead_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
