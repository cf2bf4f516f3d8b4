CREATE TABLE "statement" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hotel_id" integer NOT NULL,
	"agency_id" integer NOT NULL,
	"month" text COLLATE "C" NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"started_at_ms" bigint NOT NULL,
	"number" text COLLATE "C",
	"year" integer,
	"ordinal" integer,
	"line_count" integer NOT NULL,
	"base_cents" bigint NOT NULL,
	"extras_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"owed_cents" bigint NOT NULL,
	"paid_since_cents" bigint NOT NULL,
	"closed_at_ms" bigint,
	"due_on" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "statement_adjustment" (
	"hotel_id" integer,
	"id" text COLLATE "C",
	"agency_id" integer NOT NULL,
	"booking_id" bigint NOT NULL,
	"month" text COLLATE "C" NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"base_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"owed_cents" bigint NOT NULL,
	"note" text COLLATE "C" NOT NULL,
	"adjusted_number" text COLLATE "C" NOT NULL,
	"statement_id" integer,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "statement_adjustment_pkey" PRIMARY KEY("hotel_id","id")
);
--> statement-breakpoint
CREATE TABLE "statement_clock" (
	"hotel_id" integer PRIMARY KEY,
	"since" text COLLATE "C" NOT NULL,
	"through" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_line" (
	"statement_id" integer,
	"position" integer,
	"booking_id" bigint NOT NULL,
	"adjustment_id" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"collect" text COLLATE "C" NOT NULL,
	"checkin" text COLLATE "C" NOT NULL,
	"checkout" text COLLATE "C" NOT NULL,
	"base_cents" bigint NOT NULL,
	"extras_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"paid_cents" bigint NOT NULL,
	"owed_cents" bigint NOT NULL,
	CONSTRAINT "statement_line_pkey" PRIMARY KEY("statement_id","position")
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "statement_id" integer;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "adjusted_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "booking_hotel_unstated" ON "booking" ("hotel_id","agency_id","checkout","id") WHERE "agency_id" is not null and "statement_id" is null and ("status" = 'completed' or "status" in ('cancelled', 'no_show') and ("penalty_cents" > 0 or "extras_owed_cents" > 0 or "paid_cents" > 0));--> statement-breakpoint
CREATE INDEX "booking_agency_unstated" ON "booking" ("agency_id","hotel_id","checkout") WHERE "agency_id" is not null and "statement_id" is null and ("status" = 'completed' or "status" in ('cancelled', 'no_show') and ("penalty_cents" > 0 or "extras_owed_cents" > 0 or "paid_cents" > 0));--> statement-breakpoint
CREATE UNIQUE INDEX "statement_month" ON "statement" ("hotel_id","agency_id","month","currency");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_number" ON "statement" ("number") WHERE "number" is not null;--> statement-breakpoint
CREATE INDEX "statement_ordinal" ON "statement" ("hotel_id","year","ordinal") WHERE "ordinal" is not null;--> statement-breakpoint
CREATE INDEX "statement_agency" ON "statement" ("agency_id","id");--> statement-breakpoint
CREATE INDEX "statement_hotel" ON "statement" ("hotel_id","id");--> statement-breakpoint
CREATE INDEX "statement_closing" ON "statement" ("status") WHERE "status" = 'closing';--> statement-breakpoint
CREATE INDEX "statement_adjustment_booking" ON "statement_adjustment" ("booking_id");--> statement-breakpoint
CREATE INDEX "statement_adjustment_hotel" ON "statement_adjustment" ("hotel_id","agency_id") WHERE "statement_id" is null;--> statement-breakpoint
CREATE INDEX "statement_adjustment_agency" ON "statement_adjustment" ("agency_id") WHERE "statement_id" is null;