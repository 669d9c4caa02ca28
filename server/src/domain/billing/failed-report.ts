/**
 * In a statement: the id of the latest of these reports to the tax authority, where that was rejected, canceled or
 * never answered.
 */
export const failedReport = (reports: string): string => `
  (select id from (select id, status, given_up_at from einvoice_submission where ${reports} order by attempt_number desc limit 1) as latest
   where status in ('REJECTED', 'CANCELLED') or given_up_at is not null) as failed_report_id`
