import type { Manifest } from '@clinic/contract/manifest.ts'
import { installWithReceipt } from '../../server/src/domain/plugins/install-plugin.ts'
import { issueToken } from '../../server/src/domain/plugins/issue-token.ts'
import { suspendInstallation } from '../../server/src/domain/plugins/suspend-installation.ts'
import { upgradeInstallation } from '../../server/src/domain/plugins/upgrade-installation.ts'
import type { TestApp } from '../../server/test/support/app/harness.ts'
import { manifest, publish } from '../../server/test/support/clinic/manifests.ts'

type Clinic = Awaited<ReturnType<TestApp['clinic']>>

const label = (en: string, ar: string) => ({ en, ar })
const options = [
  { value: 'sms', label: label('Text message', 'رسالة نصية') },
  { value: 'mail', label: label('E-mail', 'بريد إلكتروني') },
]

/** A field of every type, one of which is shown only with a certain value of an earlier one. */
export const EVERY_FIELD: Manifest['settingsSchema'] = {
  version: 1,
  fields: [
    { key: 'greeting', type: 'text', label: label('Greeting', 'التحية'), maxLength: 20 },
    { key: 'apiKey', type: 'secret', label: label('Key of the sender', 'مفتاح المرسل'), required: true, minLength: 8 },
    { key: 'rate', type: 'number', label: label('Rate', 'المعدل') },
    {
      key: 'hours',
      type: 'integer',
      label: label('Hours before', 'الساعات قبل الموعد'),
      default: 24,
      min: 1,
      max: 168,
    },
    { key: 'quiet', type: 'boolean', label: label('Quiet at night', 'دون إزعاج ليلًا'), default: false },
    {
      key: 'quietFrom',
      type: 'time',
      label: label('Quiet from', 'الهدوء من'),
      visibleWhen: { key: 'quiet', equals: true },
    },
    { key: 'channel', type: 'select', label: label('Channel', 'القناة'), options },
    { key: 'also', type: 'multiselect', label: label('Also by', 'أيضًا عبر'), options },
    { key: 'site', type: 'url', label: label('Website', 'الموقع') },
    { key: 'mail', type: 'email', label: label('Reply to', 'الرد إلى') },
    { key: 'phone', type: 'phone', label: label('Phone', 'الهاتف') },
    { key: 'start', type: 'date', label: label('Start on', 'البدء في') },
    { key: 'branch', type: 'branch', label: label('Branch', 'الفرع') },
    { key: 'doctor', type: 'practitioner', label: label('Doctor', 'الطبيب') },
    { key: 'template', type: 'messageTemplate', label: label('Template', 'القالب') },
  ],
}

/** A plugin with something of everything that a consent shows. */
export const smileReminders = (slug: string): Manifest =>
  manifest(slug, {
    plugin: {
      slug,
      name: label('Smile Reminders', 'تذكيرات الابتسامة'),
      description: label(
        'Reminds patients of their appointments, and asks them how it was.',
        'تذكير المرضى بمواعيدهم وسؤالهم عن الزيارة.',
      ),
      developerName: 'Bright Software (invented)',
      developerUrl: 'https://bright.example',
      supportEmail: 'help@bright.example',
      privacyPolicyUrl: 'https://bright.example/privacy',
    },
    requestedScopes: ['appointments:read', 'patients:read', 'patients:read.pii', 'communications:send', 'clinic:read'],
    optionalScopes: ['feedback:read', 'payments:write'],
    requestedEvents: ['appointment.created', 'appointment.updated', 'appointment.cancelled', 'patient.updated'],
    allowedIpRanges: ['203.0.113.0/24'],
    settingsSchema: EVERY_FIELD,
    webhooks: [{ name: label('Bookings', 'الحجوزات'), events: ['appointment.*'] }],
  })

const labBridge = (slug: string): Manifest =>
  manifest(slug, {
    plugin: {
      slug,
      name: label('Lab Bridge', 'جسر المختبر'),
      description: label('Sends lab orders and takes back what is done.', 'إرسال طلبات المختبر واستلام ما اكتمل منها.'),
      developerName: 'Mortar Labs (invented)',
      supportEmail: 'help@mortar.example',
      privacyPolicyUrl: 'https://mortar.example/privacy',
    },
    requestedScopes: ['laborders:read'],
    optionalScopes: ['laborders:write'],
    requestedEvents: ['laborder.created'],
  })

let scenes = 0

/** A clinic with a plugin that waits for approval of an update, one that is suspended, and one in the catalogue. */
export async function seedPlugins(app: TestApp, clinic: Clinic) {
  const number = ++scenes
  const [waits, stopped, offered] = [`reminders-${number}`, `lab-bridge-${number}`, `offer-${number}`]
  await publish(app, '1.0.0', smileReminders(waits))
  await publish(app, '1.0.0', labBridge(stopped))
  await publish(app, '1.0.0', smileReminders(offered))
  const install = (slug: string, settings = {}) =>
    app.write(clinic, tx => installWithReceipt(tx, { slug, settings, optionalScopes: [] }))
  const { installation } = await install(waits, { apiKey: 'a-planted-secret', quiet: true })
  await app.write(clinic, tx => issueToken(tx, { installationId: installation.id, name: 'Production server' }))
  await app.insert('webhook_endpoint', {
    company_id: clinic.company_id,
    id: `whe_scene${number}`,
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    installation_id: installation.id,
    url: 'https://hooks.bright.example/clinic/bookings',
    events: ['appointment.created'],
    mode: 'LIVE',
    active: false,
    disabled_reason: 'consecutive_failures',
  })
  const more = smileReminders(waits)
  await publish(app, '2.0.0', { ...more, requestedScopes: [...more.requestedScopes, 'invoices:read'] })
  await app.write(clinic, tx => upgradeInstallation(tx, { id: installation.id }))
  const second = await install(stopped)
  await app.write(clinic, tx => suspendInstallation(tx, { id: second.installation.id, reason: 'Orders came twice' }))
  return { id: installation.id, slug: offered, stopped: second.installation.id }
}
