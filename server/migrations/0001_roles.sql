-- The groups that own the privileges. Nobody logs in as them: each database has login roles of its own that are members.
-- Roles belong to the whole cluster, so another database may have made them before, or be making them now.
do $$
declare
  group_name text;
begin
  foreach group_name in array array['clinic_app', 'clinic_dispatcher'] loop
    if not exists (select from pg_roles where rolname = group_name) then
      begin
        execute format('create role %I nologin', group_name);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
end
$$;
