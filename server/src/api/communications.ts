import { listCommunications, listMessageTemplates, sendMessage } from '@clinic/contract/communications.ts'
import type { CommunicationRow, TemplateRow } from '../domain/messaging/communication.ts'
import { sendMessage as send } from '../domain/messaging/send-message.ts'
import { implement } from '../kernel/implement.ts'
import { listSource } from '../kernel/list-source.ts'
import { page } from '../kernel/page.ts'
import { presentCommunication } from '../present/communication.ts'
import { presentMessage } from '../present/message.ts'
import { presentMessageTemplate } from '../present/message-template.ts'

const source = listSource<CommunicationRow>({
  name: 'listCommunications',
  from: 'communication t',
  columns: 't.*',
  filters: {
    patientId: value => `t.patient_id = ${value}`,
    channel: value => `t.channel = ${value}`,
  },
  selectiveFilters: ['patientId'],
})

const templates = listSource<TemplateRow>({
  name: 'listMessageTemplates',
  from: 'message_template t',
  columns: 't.*',
  filters: { status: value => `t.status = ${value}` },
})

export const communications = [
  implement(sendMessage, async (tx, input) => ({ data: presentMessage(await send(tx, input)) })),
  implement(listCommunications, (tx, query) => page(tx, source, query, presentCommunication)),
  implement(listMessageTemplates, (tx, query) => page(tx, templates, query, presentMessageTemplate)),
]
