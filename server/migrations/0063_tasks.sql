-- What the staff has to do.
CREATE TABLE task (
  company_id text NOT NULL REFERENCES clinic,
  id text NOT NULL,
  title text NOT NULL,
  details text,
  status text NOT NULL CHECK (status IN ('OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELED')),
  priority text NOT NULL CHECK (priority IN ('LOW', 'NORMAL', 'HIGH')),
  due_at timestamptz(3),
  completed_at timestamptz(3),
  -- The place on the board; new tasks go to the end.
  sort_order integer NOT NULL,
  assigned_to_id text,
  -- Nobody of the staff where a plugin did.
  created_by_id text,
  patient_id text,
  lead_id text,
  appointment_id text,
  branch_id text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CONSTRAINT task_ref_practitioner FOREIGN KEY (company_id, assigned_to_id) REFERENCES practitioner,
  CONSTRAINT task_created_by_ref_practitioner FOREIGN KEY (company_id, created_by_id) REFERENCES practitioner,
  CONSTRAINT task_ref_patient FOREIGN KEY (company_id, patient_id) REFERENCES patient,
  CONSTRAINT task_ref_lead FOREIGN KEY (company_id, lead_id) REFERENCES lead,
  CONSTRAINT task_ref_appointment FOREIGN KEY (company_id, appointment_id) REFERENCES appointment,
  CONSTRAINT task_ref_branch FOREIGN KEY (company_id, branch_id) REFERENCES branch
);
SELECT wall_off('task');
CREATE INDEX task_newest ON task (company_id, created_at DESC, id DESC);
CREATE INDEX task_changed ON task (company_id, updated_at, id);
CREATE INDEX task_by_status ON task (company_id, status, created_at DESC, id DESC);
CREATE INDEX task_of_assignee ON task (company_id, assigned_to_id, created_at DESC, id DESC);
CREATE INDEX task_of_patient ON task (company_id, patient_id, created_at DESC, id DESC);
CREATE INDEX task_of_lead ON task (company_id, lead_id, created_at DESC, id DESC);
