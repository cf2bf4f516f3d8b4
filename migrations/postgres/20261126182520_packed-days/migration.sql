CREATE TABLE "packed_days" (
	"hotel_id" integer,
	"block" integer,
	"bytes" bytea NOT NULL,
	CONSTRAINT "packed_days_pkey" PRIMARY KEY("hotel_id","block")
);
--> statement-breakpoint
CREATE TABLE "packed_hotel" (
	"hotel_id" integer PRIMARY KEY,
	"layout" text COLLATE "C" NOT NULL,
	"through_seq" bigint NOT NULL
);
