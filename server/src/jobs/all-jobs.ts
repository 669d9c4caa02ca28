import { backfill } from './backfill.ts'
import { commitMove } from './commit-move.ts'
import { dispatchMessage } from './dispatch-message.ts'
import { endExports } from './end-exports.ts'
import { endRetentionNightly } from './end-retention.ts'
import { examinePluginByTheRules } from './examine-plugin.ts'
import { expireLinkInTime } from './expire-link.ts'
import { expirePointsHourly } from './expire-points.ts'
import { findSuspectsRegularly } from './find-suspects.ts'
import { followUpCheckoutJob } from './follow-up-checkout.ts'
import { forgetOldRegularly } from './forget-old.ts'
import { forgetSignaturesJob } from './forget-signatures.ts'
import type { Job } from './job.ts'
import { mailAuditAnchors } from './mail-audit-anchors.ts'
import { maintainQueue } from './maintain-queue.ts'
import { moveSandboxClock } from './move-sandbox-clock.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { refundOnlineJob } from './refund-online.ts'
import { remindEveryMinute } from './remind.ts'
import { reportSandboxMessage } from './report-sandbox-message.ts'
import { resetSandbox } from './reset-sandbox.ts'
import { rollOutPlugin } from './roll-out-plugin.ts'
import { rollUpBranchHoursEveryMinute } from './roll-up-branch-hours.ts'
import { runExport } from './run-export.ts'
import { sealAuditRegularly } from './seal-audit.ts'
import { sealFilesNightly } from './seal-files.ts'
import { sealNationalIds } from './seal-national-ids.ts'
import { sendOwnerMail } from './send-owner-mail.ts'
import { sendStaffMail } from './send-staff-mail.ts'
import { submitEInvoice } from './submit-e-invoice.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { takeNewsEveryMinute } from './take-news.ts'
import { importTemplates, submitTemplate } from './templates.ts'
import { keepPartitionsHourly, pruneAuditDaily, sweepLogins, sweepOAuth } from './upkeep.ts'
import { verifyAuditNightly } from './verify-audit.ts'
import { verifyClinicAudit } from './verify-clinic-audit.ts'
import { warnOfEndingTokens } from './warn-of-ending-tokens.ts'

/** What follows from what a clinic did, or from its time. */
const CLINIC_JOBS: readonly Job[] = [
  dispatchMessage,
  reportSandboxMessage,
  submitTemplate,
  importTemplates,
  submitEInvoice,
  followUpCheckoutJob,
  expireLinkInTime,
  refundOnlineJob,
  commitMove,
  forgetSignaturesJob,
]

/** Everything that the worker does in the background, save sending webhooks. */
export const ALL_JOBS: readonly Job[] = [
  ...CLINIC_JOBS,
  moveSandboxClock(CLINIC_JOBS),
  resetSandbox,
  maintainQueue,
  sendOwnerMail,
  sendStaffMail,
  expirePointsHourly,
  rollOutPlugin,
  examinePluginByTheRules,
  rollUpBranchHoursEveryMinute,
  backfill,
  keepPartitionsHourly,
  pruneAuditDaily,
  sealAuditRegularly,
  verifyAuditNightly,
  verifyClinicAudit,
  mailAuditAnchors,
  recoverDeliveries,
  runExport,
  endExports,
  sealNationalIds,
  sealFilesNightly,
  endRetentionNightly,
  findSuspectsRegularly,
  remindEveryMinute,
  sweepUploads,
  sweepLogins,
  forgetOldRegularly,
  sweepOAuth,
  warnOfEndingTokens,
  takeNewsEveryMinute,
]
