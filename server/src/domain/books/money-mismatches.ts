const LIVE = 'p.company_id = $1 and p.refunded_at is null'

/** Each asks for what does not add up in the clinic $1, and finds nothing where the books are right. */
export const MONEY_MISMATCHES: readonly string[] = [
  // What each invoice shows, and what its payments come to.
  `select i.id as invoice, i.total_minor, i.paid_minor, i.pending_minor, i.insurance_minor, coalesce(p.applied, 0) as applied
   from invoice i
   left join (select invoice_id, sum(p.applied_minor) as applied from payment p where ${LIVE} group by 1) p on p.invoice_id = i.id
   where i.company_id = $1
     and (i.total_minor <> i.paid_minor + i.pending_minor + i.insurance_minor or i.paid_minor <> coalesce(p.applied, 0))`,
  // Patients' totals against the sums that they are.
  `select t.id as patient, t.invoiced_minor, t.paid_minor, t.balance_minor, i.invoiced, i.paid, p.balance
   from patient t,
     lateral (select coalesce(sum(total_minor), 0) as invoiced, coalesce(sum(paid_minor), 0) as paid
              from invoice where company_id = $1 and patient_id = t.id) i,
     lateral (select coalesce(sum(p.balance_minor), 0) as balance from payment p where ${LIVE} and p.patient_id = t.id) p
   where t.company_id = $1
     and (t.invoiced_minor, t.paid_minor, t.balance_minor) is distinct from (i.invoiced, i.paid, p.balance)`,
  // Each payment that moved money is in the books once, and out of them again as it was refunded, a part under its own name.
  `select p.id as payment, p.amount_minor, p.refunded_at, coalesce(b.booked, 0) as booked, coalesce(b.entries, 0) as entries
   from (select t.*, (select coalesce(sum(amount_minor), 0) from payment s
     where s.company_id = t.company_id and s.split_from_id = t.id) as parts from payment t) p
   left join (select payment_id, sum(amount_minor) as booked, count(*) as entries from income where company_id = $1 group by 1) b
     on b.payment_id = p.id
   where p.company_id = $1 and (coalesce(b.booked, 0), coalesce(b.entries, 0)) is distinct from
     case when p.type = 'BALANCE' then (0::numeric, 0::bigint)
       when p.split_from_id is not null then (-p.amount_minor::numeric, 1::bigint)
       when p.refunded_at is null then (p.amount_minor + p.parts, 1::bigint)
       else (p.parts, 2::bigint) end`,
  // A part that was given back is of the same patient, invoice and instant as the payment that it was split off from.
  `select s.id as part from payment s join payment p on p.company_id = s.company_id and p.id = s.split_from_id
   where s.company_id = $1 and (p.split_from_id is not null or s.refunded_at is null
     or (s.type, s.invoice_id, s.patient_id, s.created_at) is distinct from (p.type, p.invoice_id, p.patient_id, p.created_at))`,
  // Money that moved has one movement of its treasury, of its amount, on its day; and no movement is of anything else.
  `select coalesce(s.kind, m.source_kind) as kind, coalesce(s.id, m.source_id) as source, s.amount, m.amount_minor
   from (
     select case when payment_id is null then 'INCOME' when amount_minor > 0 then 'PAYMENT' else 'REFUND' end as kind,
       coalesce(payment_id, id) as id, treasury_id, date, amount_minor as amount
     from income where company_id = $1 and treasury_id is not null
     union all
     select 'EXPENSE', id, treasury_id, date, -amount_minor from expense_payment where company_id = $1 and treasury_id is not null
     union all
     select 'TRANSFER', id, from_id, date, -amount_minor from treasury_transfer where company_id = $1
     union all
     select 'TRANSFER', id, to_id, date, amount_minor from treasury_transfer where company_id = $1
     union all
     select 'DIFFERENCE', id, treasury_id, date, counted_minor - expected_minor from day_close
     where company_id = $1 and counted_minor <> expected_minor
   ) s
   full join (select * from treasury_movement where company_id = $1 and source_kind <> 'OPENING') m
     on (m.source_kind, m.source_id, m.treasury_id) = (s.kind, s.id, s.treasury_id)
   where (s.amount, s.date) is distinct from (m.amount_minor, m.business_date)`,
  // What was paid of each expense is what its payments come to.
  `select e.id as expense, e.paid_minor, coalesce(sum(p.amount_minor), 0) as paid
   from expense e left join expense_payment p on p.company_id = e.company_id and p.expense_id = e.id
   where e.company_id = $1 group by e.company_id, e.id having e.paid_minor <> coalesce(sum(p.amount_minor), 0)`,
  // Each close begins with what was counted before, and expects what moved since.
  `select c.id as close, c.opening_minor, c.expected_minor from day_close c
   left join lateral (select date, counted_minor from day_close
     where company_id = c.company_id and treasury_id = c.treasury_id and date < c.date order by date desc limit 1) b on true
   where c.company_id = $1 and (c.opening_minor <> coalesce(b.counted_minor, 0) or c.expected_minor <> c.opening_minor + (
     select coalesce(sum(amount_minor), 0) from treasury_movement m
     where m.company_id = c.company_id and m.treasury_id = c.treasury_id and source_kind <> 'DIFFERENCE'
       and business_date <= c.date and business_date > coalesce(b.date, '-infinity')))`,
  // What was credited of each invoice is what its notes come to, each of which adds up, and no line is credited twice over.
  `select i.id as invoice, i.credited_minor, coalesce(n.total, 0) as noted
   from invoice i left join (select invoice_id, sum(total_minor) as total from credit_note where company_id = $1 group by 1) n
     on n.invoice_id = i.id
   where i.company_id = $1 and i.credited_minor <> coalesce(n.total, 0)`,
  `select n.id as note, n.to_credit_minor + n.refunded_minor as freed from credit_note n
   where n.company_id = $1 and n.to_credit_minor + n.refunded_minor > n.total_minor`,
  // Each claim is the sum of its items, one for each of its invoices; of what is planned the share as it is now.
  `select c.id as claim, c.total_minor, c.received_minor, c.rejected_minor, c.invoice_count
   from claim c left join lateral (
     select coalesce(sum(item.claimed_minor), 0) as claimed, coalesce(sum(item.received_minor), 0) as received,
       coalesce(sum(item.rejected_minor), 0) as rejected, count(*) as items, count(i.id) as invoices,
       coalesce(bool_or(c.status = 'PLANNING' and i.insurance_minor <> item.claimed_minor), false) as differs
     from claim_item item left join invoice i
       on i.company_id = item.company_id and i.id = item.invoice_id and i.claim_id = item.claim_id
     where item.company_id = c.company_id and item.claim_id = c.id) s on true
   where c.company_id = $1 and (s.differs or (c.total_minor, c.received_minor, c.rejected_minor, c.invoice_count, c.invoice_count)
     is distinct from (s.claimed, s.received, s.rejected, s.items, s.invoices))`,
  `select id as invoice from invoice i where company_id = $1 and claim_id is not null and not exists (
     select from claim_item where company_id = i.company_id and invoice_id = i.id and claim_id = i.claim_id)`,
  // No link that can be paid asks for more than is left.
  `select t.id as link, t.amount_minor, i.pending_minor from online_payment t
   join invoice i on i.company_id = t.company_id and i.id = t.invoice_id
   where t.company_id = $1 and t.closed_at is null and t.status in ('CREATED', 'PENDING', 'FAILED')
     and t.amount_minor > i.pending_minor`,
]
