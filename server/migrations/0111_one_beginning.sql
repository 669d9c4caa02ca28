-- How a write begins stands in the program alone (kernel/begin-write.ts); nobody calls this any more.
DROP FUNCTION begin_write;
