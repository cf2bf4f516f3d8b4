CREATE TABLE "recovery_code" (
	"user_id" text COLLATE "C",
	"hash" text COLLATE "C",
	CONSTRAINT "recovery_code_pkey" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"user_id" text COLLATE "C" PRIMARY KEY,
	"secret" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"confirmed_at_ms" bigint,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"guesses_until_ms" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text COLLATE "C" PRIMARY KEY,
	"user_id" text COLLATE "C" NOT NULL,
	"token_version" integer NOT NULL,
	"agent" text COLLATE "C",
	"address" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "second_factor_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "session_user" ON "session" ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires" ON "session" ("expires_at_ms");