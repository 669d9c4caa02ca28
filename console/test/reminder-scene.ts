import type { TestApp } from '../../server/test/support/app/harness.ts'

/** A clinic that reminds of visits by SMS, and would by WhatsApp. */
export async function seedReminders(app: TestApp, { company_id }: { company_id: string }): Promise<string> {
  const at = new Date().toISOString()
  const rule = { company_id, created_at: at, updated_at: at, statuses: ['OPEN', 'CONFIRMED'] }
  const id = `rmr_scene${company_id.slice(4)}`
  await app.insert('reminder_rule', {
    ...{ ...rule, id, name: 'The evening before', channel: 'sms', days_before: 1, at_time: '18:00' },
    ...{ text: 'Your visit to {{doctor}}: {{date}}, {{time}}.', text_ar: 'موعدك مع {{doctor}}: {{date}}، {{time}}.' },
  })
  await app.insert('reminder_rule', {
    ...{
      ...rule,
      id: `${id}2`,
      name: 'قبل ساعتين',
      channel: 'whatsapp',
      template_name: 'visit_soon',
      minutes_before: 120,
    },
  })
  return id
}
