-- Ids alone, which are then read behind the wall: as patients_like in 0140.
GRANT EXECUTE ON FUNCTION procedures_like TO clinic_reader;
