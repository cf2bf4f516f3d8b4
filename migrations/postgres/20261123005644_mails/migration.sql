CREATE TABLE "mail" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text COLLATE "C" NOT NULL UNIQUE,
	"hotel_id" integer NOT NULL,
	"booking_code" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"recipient" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"due_at_ms" bigint,
	"leased_until_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"last_at_ms" bigint,
	"finished_at_ms" bigint,
	"answer" text COLLATE "C"
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "mail_guests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "mail_language" text COLLATE "C" DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "mail_address" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" ("due_at_ms") WHERE "due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "mail_hotel" ON "mail" ("hotel_id","seq");--> statement-breakpoint
CREATE INDEX "mail_booking" ON "mail" ("booking_code","seq");--> statement-breakpoint
CREATE INDEX "mail_address" ON "mail" ("address","last_at_ms");