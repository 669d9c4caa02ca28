ALTER TABLE payment ADD refund_reason text;
COMMENT ON COLUMN payment.refund_reason IS 'Why a member of staff gave it back; null where the gateway did, or a test.';
