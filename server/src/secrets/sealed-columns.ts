import { successorPurpose } from '../domain/assistants/successor-purpose.ts'
import { documentPurpose } from '../domain/einvoices/sealed-document.ts'
import { linkPurpose } from '../domain/links/patient-link.ts'
import { sandboxMessagePurpose } from '../domain/messaging/sandbox-message.ts'
import { nationalIdMac, nationalIdPurpose } from '../domain/patients/national-id.ts'
import { settingsPurpose } from '../domain/plugins/installation-settings.ts'
import { providerPurpose } from '../domain/providers/clinic-provider.ts'
import { secondFactorPurpose } from '../domain/staff/second-factor.ts'
import { attemptPurpose } from '../domain/webhooks/kept-answer.ts'
import { signingSecretPurpose } from '../domain/webhooks/signing-secret.ts'
import { answerPurpose } from '../http/idempotency.ts'
import type { SecretBox } from '../kernel/values/secret-box.ts'

/** A column whose values are sealed with the master key, and what each is bound to. */
export interface SealedColumn {
  table: string
  column: string
  /** The primary key, as expressions that are all text. */
  key: readonly string[]
  /** Which rows have a sealed value. */
  where: string
  /** From the values of the primary key, in its order. */
  purpose(...key: string[]): string
  /** The column with the MAC of what is sealed, by which it is found. */
  mac?: { column: string; of(box: SecretBox, plain: string, ...key: string[]): string }
}

/** Every one there is: a test asks the schema whether a column is missing here. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'webhook_secret',
    column: 'sealed',
    key: ['company_id', 'endpoint_id', 'id'],
    where: 'true',
    purpose: (_company, endpointId = '') => signingSecretPurpose(endpointId),
  },
  {
    table: 'installation',
    column: 'sealed_settings',
    key: ['company_id', 'id'],
    where: 'sealed_settings is not null',
    purpose: (_company, id = '') => settingsPurpose(id),
  },
  {
    table: 'clinic_provider',
    column: 'sealed_settings',
    key: ['company_id', 'kind', 'provider'],
    where: 'true',
    purpose: (companyId = '', kind = '', provider = '') => providerPurpose(companyId, kind, provider),
  },
  {
    table: 'staff_user',
    column: 'totp_secret',
    key: ['id'],
    where: 'totp_secret is not null',
    purpose: (id = '') => secondFactorPurpose(id),
  },
  {
    table: 'staff_user',
    column: 'totp_pending',
    key: ['id'],
    where: 'totp_pending is not null',
    purpose: (id = '') => secondFactorPurpose(id),
  },
  {
    table: 'idempotency_record',
    column: 'body',
    key: ['company_id', 'installation_id', 'key'],
    where: 'sealed',
    purpose: (_company, owner = '', key = '') => answerPurpose({ owner, key }),
  },
  {
    table: 'sandbox_message',
    column: 'sealed_body',
    key: ['company_id', 'id'],
    where: 'true',
    purpose: (companyId = '', id = '') => sandboxMessagePurpose(companyId, id),
  },
  {
    table: 'patient',
    column: 'national_id_sealed',
    key: ['company_id', 'id'],
    where: 'national_id_sealed is not null',
    purpose: (companyId = '') => nationalIdPurpose(companyId),
    mac: { column: 'national_id_mac', of: (box, plain, companyId = '') => nationalIdMac(box, companyId, plain) },
  },
  {
    table: 'einvoice_submission',
    column: 'document_sealed',
    key: ['company_id', 'id'],
    where: 'document_sealed is not null',
    purpose: (companyId = '', id = '') => documentPurpose(companyId, id),
  },
  {
    table: 'patient_link',
    column: 'token_sealed',
    key: ['company_id', 'id'],
    where: 'token_sealed is not null',
    purpose: (companyId = '', id = '') => linkPurpose(companyId, id),
  },
  {
    table: 'oauth_token',
    column: 'sealed_successor',
    key: ["encode(token_hash, 'hex')"],
    where: 'sealed_successor is not null',
    purpose: (hash = '') => successorPurpose(hash),
  },
  {
    table: 'webhook_attempt',
    column: 'response',
    key: ['company_id', 'delivery_id', 'number::text', 'at::text'],
    where: 'response is not null',
    purpose: (_company, deliveryId = '', number = '') => attemptPurpose(deliveryId, Number(number)),
  },
]
