-- What is still to be done stands in the order of the board, and is looked at all day among all that was ever done.
CREATE INDEX task_on_board ON task (company_id, sort_order, id, assigned_to_id, patient_id, branch_id, due_at, status)
  WHERE status IN ('OPEN', 'IN_PROGRESS');
