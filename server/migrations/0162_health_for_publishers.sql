-- How an installation is doing, for its clinic and for the publisher of its plugin: from one statement.

CREATE FUNCTION plugin_signs(company text, wanted text, at timestamptz, usual integer, most_of_hour integer)
RETURNS TABLE (
  id text, status text, held boolean, all_stopped boolean, update_waits boolean, installed_at timestamptz,
  disabled_endpoint_id text, requests_of_hour integer, failed_of_hour integer, oldest_queued_at timestamptz,
  token_ends_at timestamptz, last_used_at timestamptz, patients_today integer, patients_per_day integer,
  patients_allowed_today integer
)
LANGUAGE sql STABLE AS $$
  SELECT one.id, one.status, one.held_at IS NOT NULL, clinic.plugins_stopped_at IS NOT NULL,
    one.pending_version_id IS NOT NULL, one.installed_at::timestamptz,
    (SELECT endpoint.id FROM webhook_endpoint AS endpoint
      WHERE endpoint.company_id = company AND endpoint.installation_id = one.id AND NOT endpoint.active
      ORDER BY endpoint.updated_at DESC LIMIT 1),
    hour.requests, hour.failed,
    (SELECT min(oldest.created_at)::timestamptz FROM webhook_endpoint AS endpoint
      CROSS JOIN LATERAL (SELECT delivery.created_at FROM webhook_delivery AS delivery
        WHERE delivery.company_id = company AND delivery.endpoint_id = endpoint.id
        ORDER BY delivery.created_at, delivery.id LIMIT 1) AS oldest
      WHERE endpoint.company_id = company AND endpoint.installation_id = one.id AND endpoint.active),
    (SELECT min(token.expires_at)::timestamptz FROM plugin_token AS token
      WHERE token.company_id = company AND token.installation_id = one.id AND token.revoked_at IS NULL
        AND token.expires_at > at AND token.warned_days IS DISTINCT FROM 0),
    (SELECT max(token.last_used_at)::timestamptz FROM plugin_token AS token
      WHERE token.company_id = company AND token.installation_id = one.id),
    coalesce(today.patients, 0),
    coalesce(one.patients_per_day, usual),
    greatest(coalesce(one.patients_per_day, usual),
      CASE WHEN one.installed_at > at - interval '7 days' THEN today.first_copy END)
  FROM installation AS one
  JOIN clinic ON clinic.company_id = one.company_id
  LEFT JOIN patients_of_day AS today ON today.company_id = one.company_id AND today.installation_id = one.id
    AND today.day = (at AT TIME ZONE clinic.time_zone)::date
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS requests,
      (count(*) FILTER (WHERE latest.status >= 400 AND latest.status NOT IN (404, 409)))::integer AS failed
    FROM (SELECT logged.status FROM request_log AS logged
      WHERE logged.company_id = company AND logged.installation_id = one.id AND logged.at > plugin_signs.at - interval '1 hour'
      ORDER BY logged.at DESC, logged.id DESC LIMIT most_of_hour) AS latest) AS hour
  WHERE one.company_id = company AND one.id = wanted
$$;
COMMENT ON FUNCTION plugin_signs IS
  'What tells how an installation is doing. A key that something has replaced says nothing; nor does a record that is gone or '
  'a place that is taken, which a sound plugin meets as well. Beyond a number of requests the latest say enough.';

DROP FUNCTION installations_of_publisher(text, text, text, text, timestamptz, text, integer);
CREATE FUNCTION installations_of_publisher(
  wanted_plugin text, wanted_mode text, wanted_status text, wanted_id text, before_at timestamptz, before_id text, most integer,
  usual integer, most_of_hour integer
) RETURNS TABLE (
  id text, created_at timestamptz, clinic_id text, clinic_name text, clinic_name_ar text, plugin_id text, slug text,
  version text, pending_version text, mode text, status text, runs boolean, installed_at timestamptz,
  uninstalled_at timestamptz, keys_handed_over boolean, ids_shared_until timestamptz,
  observed_at timestamptz, held boolean, all_stopped boolean, update_waits boolean, disabled_endpoint_id text,
  requests_of_hour integer, failed_of_hour integer, oldest_queued_at timestamptz, token_ends_at timestamptz,
  last_used_at timestamptz, patients_today integer, patients_per_day integer, patients_allowed_today integer
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH page AS MATERIALIZED (
    SELECT one.*, plugin.slug FROM publisher
    JOIN plugin ON plugin.publisher_id = publisher.id AND (wanted_plugin IS NULL OR plugin.id = wanted_plugin)
    CROSS JOIN LATERAL (
      SELECT * FROM installation AS i
      WHERE i.plugin_id = plugin.id AND (wanted_mode IS NULL OR i.mode = wanted_mode)
        AND (wanted_status IS NULL OR i.status = wanted_status) AND (wanted_id IS NULL OR i.id = wanted_id)
        AND (before_at IS NULL OR (i.created_at, i.id) < (before_at, before_id))
      ORDER BY i.created_at DESC, i.id DESC LIMIT most
    ) AS one
    WHERE publisher.company_id = current_setting('app.company', true)
    ORDER BY one.created_at DESC, one.id DESC LIMIT most
  )
  SELECT one.id, one.created_at, one.company_id, clinic.name, clinic.name_ar, one.plugin_id, one.slug, release.version,
    pending.version, one.mode, one.status, plugin_runs(one.status, one.held_at, clinic.plugins_stopped_at), one.installed_at,
    one.uninstalled_at, one.keys_handed_over, one.ids_shared_until,
    clock.now, signs.held, signs.all_stopped, signs.update_waits, signs.disabled_endpoint_id,
    signs.requests_of_hour, signs.failed_of_hour, signs.oldest_queued_at, signs.token_ends_at,
    signs.last_used_at, signs.patients_today, signs.patients_per_day, signs.patients_allowed_today
  FROM page AS one
  JOIN clinic ON clinic.company_id = one.company_id
  JOIN plugin_version AS release ON release.id = one.plugin_version_id
  LEFT JOIN plugin_version AS pending ON pending.id = one.pending_version_id
  CROSS JOIN LATERAL (SELECT now() + clinic.clock_offset_ms * interval '1 millisecond' AS now) AS clock
  CROSS JOIN LATERAL plugin_signs(one.company_id, one.id, clock.now, usual, most_of_hour) AS signs
  ORDER BY one.created_at DESC, one.id DESC
$$;
COMMENT ON FUNCTION installations_of_publisher IS
  'Where the plugins of a publisher are installed, newest first: the clinic by its name, how it stands, and what tells how it '
  'is doing by the clinic''s clock. How many patients there are is for the server alone, which tells a share.';

REVOKE ALL ON FUNCTION plugin_signs, installations_of_publisher FROM PUBLIC;
GRANT EXECUTE ON FUNCTION plugin_signs, installations_of_publisher TO clinic_app;
