/** In a statement: the id of the latest of these reports to the tax authority, where that was rejected or canceled. */
export const failedReport = (reports: string): string => `
  (select id from (select id, status from einvoice_submission where ${reports} order by attempt_number desc limit 1) as latest
   where status in ('REJECTED', 'CANCELLED')) as failed_report_id`
