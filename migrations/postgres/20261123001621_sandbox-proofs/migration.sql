CREATE TABLE "sandbox_proof" (
	"api_key_id" text COLLATE "C",
	"scenario" text COLLATE "C",
	"done_at_ms" bigint,
	"request_ids" text COLLATE "C" NOT NULL,
	"delivery_ids" text COLLATE "C" NOT NULL,
	"seen" text COLLATE "C" NOT NULL,
	CONSTRAINT "sandbox_proof_pkey" PRIMARY KEY("api_key_id","scenario")
);
