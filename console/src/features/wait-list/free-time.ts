/** A time that a doctor has free. */
export interface FreeTime {
  branchId: string
  doctorId: string
  start: string
  end: string
}
