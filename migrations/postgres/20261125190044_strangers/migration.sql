CREATE TABLE "shut_mailbox" (
	"hotel_id" integer,
	"mailbox" text COLLATE "C",
	"until_ms" bigint NOT NULL,
	CONSTRAINT "shut_mailbox_pkey" PRIMARY KEY("hotel_id","mailbox")
);
--> statement-breakpoint
CREATE TABLE "site" (
	"id" text COLLATE "C" PRIMARY KEY,
	"name" text COLLATE "C" NOT NULL,
	"hotel_id" integer,
	"hotels" text COLLATE "C",
	"proves" boolean NOT NULL,
	"room_nights_per_hour" integer NOT NULL,
	"manage_page" text COLLATE "C",
	"prefix" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"previous_prefix" text COLLATE "C",
	"previous_hash" text COLLATE "C",
	"previous_until_ms" bigint,
	"created_by" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"revoked_at_ms" bigint,
	"last_used_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "stranger_hour" (
	"hotel_id" integer,
	"hour_ms" bigint,
	"day_nights" integer NOT NULL,
	"week_nights" integer NOT NULL,
	"month_nights" integer NOT NULL,
	"level" text COLLATE "C" NOT NULL,
	"is_mail_stuck" boolean DEFAULT false NOT NULL,
	"mailed_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "stranger_hour_pkey" PRIMARY KEY("hotel_id","hour_ms")
);
--> statement-breakpoint
CREATE TABLE "stranger_take" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stranger_take_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hotel_id" integer NOT NULL,
	"booking_code" text COLLATE "C" NOT NULL,
	"network" text COLLATE "C",
	"wide_network" text COLLATE "C",
	"site_id" text COLLATE "C",
	"room_nights" integer NOT NULL,
	"released" boolean DEFAULT false NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "proof" text COLLATE "C" DEFAULT 'hotel' NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "proven_by_stay" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "manage_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "mailbox" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "site" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "brake_nights" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "booking" ADD COLUMN "brake_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "change" ADD COLUMN "actor_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "change" ADD COLUMN "actor_how" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "day" ADD COLUMN "unproven" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "day" ADD COLUMN "held_by_strangers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "web_max_rooms" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "web_max_nights" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "web_proof" text COLLATE "C" DEFAULT 'share' NOT NULL;--> statement-breakpoint
ALTER TABLE "hotel" ADD COLUMN "web_brake_lifted_until_ms" bigint;--> statement-breakpoint
CREATE INDEX "booking_mailbox" ON "booking" ("mailbox","hotel_id","status") WHERE "mailbox" is not null;--> statement-breakpoint
CREATE INDEX "booking_unproven" ON "booking" ("hotel_id","created_at_ms","id") WHERE "proof" in ('none', 'asked');--> statement-breakpoint
CREATE INDEX "booking_brake" ON "booking" ("hotel_id","brake_at_ms","brake_nights") WHERE "brake_nights" > 0;--> statement-breakpoint
CREATE INDEX "shut_mailbox_until" ON "shut_mailbox" ("until_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "site_hash" ON "site" ("hash");--> statement-breakpoint
CREATE INDEX "site_previous" ON "site" ("previous_hash") WHERE "previous_hash" is not null;--> statement-breakpoint
CREATE INDEX "site_hotel" ON "site" ("hotel_id") WHERE "hotel_id" is not null;--> statement-breakpoint
CREATE INDEX "stranger_hour_at" ON "stranger_hour" ("hour_ms");--> statement-breakpoint
CREATE INDEX "stranger_take_network" ON "stranger_take" ("network","at_ms") WHERE "network" is not null;--> statement-breakpoint
CREATE INDEX "stranger_take_wide" ON "stranger_take" ("wide_network","hotel_id","at_ms") WHERE "wide_network" is not null;--> statement-breakpoint
CREATE INDEX "stranger_take_site" ON "stranger_take" ("site_id","at_ms") WHERE "site_id" is not null;--> statement-breakpoint
CREATE INDEX "stranger_take_booking" ON "stranger_take" ("booking_code");--> statement-breakpoint
CREATE INDEX "stranger_take_at" ON "stranger_take" ("at_ms");