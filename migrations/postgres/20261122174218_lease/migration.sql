-- Which of the replicas does what one process alone may do, and until when: by the clock of the database. Each time
-- that it is taken its epoch is higher, and what an earlier epoch would write is refused.
CREATE TABLE "lease" (
	"name" text COLLATE "C" PRIMARY KEY,
	"epoch" bigint NOT NULL,
	"holder" text COLLATE "C" NOT NULL,
	"until" timestamptz NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
INSERT INTO "lease" VALUES ('worker', 0, '', 'epoch');
