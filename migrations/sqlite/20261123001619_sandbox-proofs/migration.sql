CREATE TABLE `sandbox_proof` (
	`api_key_id` text NOT NULL,
	`scenario` text NOT NULL,
	`done_at_ms` integer,
	`request_ids` text NOT NULL,
	`delivery_ids` text NOT NULL,
	`seen` text NOT NULL,
	CONSTRAINT `sandbox_proof_pk` PRIMARY KEY(`api_key_id`, `scenario`)
) STRICT, WITHOUT ROWID;
