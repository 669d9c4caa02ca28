-- That a version passed its exam may be known later than that it was published.
DROP TRIGGER unchanged ON plugin_version;
CREATE TRIGGER unchanged BEFORE UPDATE ON plugin_version FOR EACH ROW
  WHEN ((OLD.state IN ('PUBLISHED', 'REJECTED', 'WITHDRAWN')
      AND to_jsonb(OLD) - 'exam_id' - 'examined_at' IS DISTINCT FROM to_jsonb(NEW) - 'exam_id' - 'examined_at')
    OR (OLD.id, OLD.plugin_id, OLD.version, OLD.manifest, OLD.manifest_hash, OLD.notes, OLD.uploaded_at)
      IS DISTINCT FROM (NEW.id, NEW.plugin_id, NEW.version, NEW.manifest, NEW.manifest_hash, NEW.notes, NEW.uploaded_at))
  EXECUTE FUNCTION refuse_change();
