import { NAME_OF_PROCEDURE } from './clinical-fates.ts'
import { type Fate, OF_PATIENT } from './fate.ts'

const ofInvoice = `t.invoice_id in (
  select invoice.id from invoice where invoice.company_id = $1 and invoice.patient_id = $2)`

/** Money: all of it stays but what was written by hand. E-invoices keep the buyer as long as the law asks for it. */
export const MONEY_FATES: Readonly<Record<string, Fate>> = {
  invoice: {
    of: OF_PATIENT,
    keep: `reference_id branch_id patient_id doctor_id appointment_id created_from_appointment_id insurance_company_id
      claim_id chart e_invoice_status balance_invoice subtotal_minor discount_minor discount_percent tax_minor tax_percent
      total_minor insurance_minor paid_minor pending_minor whole_discount_minor whole_discount_percent released_at
      voided_at credited_minor made_by points_used points_minor`,
    empty: 'void_reason discount_reason',
    stays: true,
  },
  invoice_line: {
    of: ofInvoice,
    keep: `invoice_id sort_order procedure_id treatment_id code quantity unit_minor discount_minor discount_percent
      tax_percent insurance_minor`,
    blank: { name: NAME_OF_PROCEDURE },
    empty: 'name_ar',
    stays: true,
  },
  credit_note: {
    of: ofInvoice,
    keep: `reference_id invoice_id subtotal_minor discount_minor tax_minor total_minor insurance_minor to_credit_minor
      refunded_minor bill_again made_by`,
    empty: 'reason',
    stays: true,
  },
  discount_approval: {
    of: OF_PATIENT,
    keep: 'patient_id percent status asked_by decided_by decided_at expires_at used_at',
    blank: { reason: "''" },
    stays: true,
  },
  payment: {
    of: OF_PATIENT,
    keep: `type amount_minor applied_minor balance_minor tax_minor invoice_id patient_id branch_id doctor_id appointment_id
      insurance_company_id treasury_id chart claimed_at refunded_at split_from_id taken_by received_minor earned_points`,
    empty: 'reference refund_reason',
    stays: true,
  },
  online_payment: {
    of: ofInvoice,
    keep: `invoice_id branch_id amount_minor extra_fees_minor provider status link_token checkout_attempt checkout_until
      checkout_reference checkout_url checkout_expires_at paid_at payment_id closed_at closed_reason expires_at sent_at
      refund_asked_at refund_failed_at`,
    empty: 'close_note refund_reason',
    stays: true,
  },
  claim_note: {
    of: `t.claim_id in (
      select invoice.claim_id from invoice where invoice.company_id = $1 and invoice.patient_id = $2)`,
    keep: 'claim_id follow_up_on made_by made_by_name',
    blank: { note: "''" },
    stays: true,
  },
  einvoice_submission: {
    of: ofInvoice,
    keep: `invoice_id claim_id credit_note_id provider transaction_type status attempt_number submission_time clearance_time
      tries last_failure given_up_at status_changed_at info_messages warning_messages error_messages icv document_uuid previous_hash document_hash qr
      document_xml document_sealed document_forgotten_at`,
    stays: true,
  },
}
