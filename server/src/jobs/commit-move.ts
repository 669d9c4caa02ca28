import { commitHeldMove, heldMoveCommit } from '../domain/scheduling/held-move.ts'
import { clinicJob } from './job.ts'

/** Does a move once it can no longer be taken back; late after an outage, and once. */
export const commitMove = clinicJob(heldMoveCommit, ({ inClinic }, { companyId, ...held }) =>
  inClinic(companyId, tx => commitHeldMove(tx, held)),
)
