import { useBranch } from '../../lib/use-branch.ts'
import { PrescriptionsSection } from './prescriptions-section.tsx'

/** What was prescribed to the patient. What is prescribed here is of no visit. */
export function PrescriptionsTab({ id }: { id: string }) {
  const { branch } = useBranch()
  return <PrescriptionsSection patientId={id} about={branch && { patientId: id, branchId: branch.id }} />
}
