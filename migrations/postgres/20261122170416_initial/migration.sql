CREATE TABLE "agency" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agency_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text COLLATE "C" NOT NULL UNIQUE,
	"name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"commission_basis_points" integer NOT NULL,
	"active" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agency_sum" (
	"agency_id" integer,
	"day" text COLLATE "C",
	"currency" text COLLATE "C",
	"status" text COLLATE "C",
	"bookings" integer NOT NULL,
	"total_price_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	CONSTRAINT "agency_sum_pkey" PRIMARY KEY("agency_id","day","currency","status")
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" text COLLATE "C" PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"prefix" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"requests_per_minute" integer,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint,
	"revoked_at_ms" bigint,
	"last_used_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"delivery_seq" bigint,
	"number" integer,
	"at_ms" bigint NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"error" text COLLATE "C",
	"detail" text COLLATE "C",
	"headers" text COLLATE "C" NOT NULL,
	"answer" text COLLATE "C",
	"next_at_ms" bigint,
	CONSTRAINT "attempt_pkey" PRIMARY KEY("delivery_seq","number")
);
--> statement-breakpoint
CREATE TABLE "catalog_history" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "catalog_history_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text COLLATE "C" NOT NULL,
	"entity_id" text COLLATE "C" NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"before" text COLLATE "C",
	"after" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board" (
	"code" text COLLATE "C" PRIMARY KEY,
	"name" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hotel_id" integer NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"room_code" text COLLATE "C" NOT NULL,
	"rate_code" text COLLATE "C" DEFAULT 'STD' NOT NULL,
	"board_code" text COLLATE "C",
	"rooms" integer NOT NULL,
	"checkin" text COLLATE "C" NOT NULL,
	"checkout" text COLLATE "C" NOT NULL,
	"adults" integer NOT NULL,
	"children" integer NOT NULL,
	"child_ages" text COLLATE "C",
	"first_name" text COLLATE "C" NOT NULL,
	"last_name" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C",
	"country" text COLLATE "C",
	"currency" text COLLATE "C" NOT NULL,
	"total_price_cents" bigint NOT NULL,
	"nightly" text COLLATE "C" NOT NULL,
	"cancellation" text COLLATE "C",
	"taxes" text COLLATE "C",
	"penalty_cents" bigint,
	"source_type" text COLLATE "C" NOT NULL,
	"agency_id" integer,
	"commission_cents" bigint,
	"commission_basis_points" integer,
	"user_id" text COLLATE "C",
	"special_requests" text COLLATE "C",
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"confirmed_at_ms" bigint,
	"cancelled_at_ms" bigint,
	"cancel_reason" text COLLATE "C",
	"hold_expires_at_ms" bigint,
	"acked_revision" integer,
	"external_id" text COLLATE "C",
	"unacked_revision" integer,
	CONSTRAINT "booking_rooms" CHECK ("rooms" > 0),
	CONSTRAINT "booking_stay" CHECK ("checkout" > "checkin")
);
--> statement-breakpoint
CREATE TABLE "booking_revision" (
	"change_seq" bigint PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"snapshot" text COLLATE "C" NOT NULL,
	"kept" boolean DEFAULT false NOT NULL,
	"override" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_word" (
	"hotel_id" integer,
	"word" text COLLATE "C",
	"booking_id" bigint,
	"agency_id" integer,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "booking_word_pkey" PRIMARY KEY("hotel_id","word","booking_id")
);
--> statement-breakpoint
CREATE TABLE "change" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hotel_id" integer NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"push_id" text COLLATE "C",
	"at_ms" bigint NOT NULL,
	"trims" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "city_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text COLLATE "C" NOT NULL UNIQUE,
	"name" text COLLATE "C" NOT NULL,
	"country" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day" (
	"hotel_id" integer,
	"room_code" text COLLATE "C",
	"date" text COLLATE "C",
	"available" integer NOT NULL,
	"price_cents" bigint,
	"closed" boolean NOT NULL,
	"live" integer DEFAULT 0 NOT NULL,
	"shortfall" integer DEFAULT 0 NOT NULL,
	"seen_order" bigint,
	"oversold" boolean DEFAULT false NOT NULL,
	CONSTRAINT "day_pkey" PRIMARY KEY("hotel_id","room_code","date"),
	CONSTRAINT "day_available" CHECK ("available" >= 0),
	CONSTRAINT "day_price" CHECK ("price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "day_history" (
	"hotel_id" integer NOT NULL,
	"room_code" text COLLATE "C",
	"date" text COLLATE "C",
	"change_seq" bigint,
	"available_before" integer,
	"price_cents_before" bigint,
	"closed_before" boolean,
	"shortfall_before" integer,
	"available" integer NOT NULL,
	"price_cents" bigint,
	"closed" boolean NOT NULL,
	"shortfall" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "day_history_pkey" PRIMARY KEY("change_seq","room_code","date")
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text COLLATE "C" NOT NULL UNIQUE,
	"webhook_id" text COLLATE "C" NOT NULL,
	"hotel_id" integer NOT NULL,
	"outbox_seq" bigint NOT NULL,
	"order_key" text COLLATE "C",
	"cause" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"due_at_ms" bigint,
	"leased_until_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"finished_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "hotel" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hotel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"city_id" integer NOT NULL,
	"slug" text COLLATE "C" NOT NULL UNIQUE,
	"name" text COLLATE "C" NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"timezone" text COLLATE "C" NOT NULL,
	"stars" integer NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"checkin_time" text COLLATE "C" NOT NULL,
	"checkout_time" text COLLATE "C" NOT NULL,
	"restore_on_cancel" boolean NOT NULL,
	"active" boolean NOT NULL,
	"taxes" text COLLATE "C",
	"uses_rates" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hotel_sum" (
	"hotel_id" integer,
	"day" text COLLATE "C",
	"currency" text COLLATE "C",
	"status" text COLLATE "C",
	"bookings" integer NOT NULL,
	"total_price_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	"folded_bookings" integer DEFAULT 0 NOT NULL,
	"folded_total_price_cents" bigint DEFAULT 0 NOT NULL,
	"folded_commission_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "hotel_sum_pkey" PRIMARY KEY("hotel_id","day","currency","status")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"owner" text COLLATE "C",
	"key" text COLLATE "C",
	"request_hash" text COLLATE "C" NOT NULL,
	"booking_code" text COLLATE "C" NOT NULL,
	"answer" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "idempotency_pkey" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text COLLATE "C" PRIMARY KEY,
	"value" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text COLLATE "C" NOT NULL UNIQUE,
	"hotel_id" integer NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	"booking_code" text COLLATE "C",
	"revision" integer,
	"body" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"cause_key_id" text COLLATE "C",
	"queued_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "push" (
	"id" text COLLATE "C" PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"mode" text COLLATE "C" NOT NULL,
	"dry_run" boolean NOT NULL,
	"received" integer NOT NULL,
	"applied" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"rejected" integer NOT NULL,
	"corrected" integer DEFAULT 0 NOT NULL,
	"stale" integer DEFAULT 0 NOT NULL,
	"report" text COLLATE "C",
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_replay" (
	"api_key_id" text COLLATE "C",
	"key" text COLLATE "C",
	"request_hash" text COLLATE "C" NOT NULL,
	"push_id" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "push_replay_pkey" PRIMARY KEY("api_key_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate" (
	"hotel_id" integer,
	"rate_code" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"board_code" text COLLATE "C",
	"room_codes" text COLLATE "C",
	"pricing" text COLLATE "C",
	"guests" text COLLATE "C",
	"cancellation" text COLLATE "C" NOT NULL,
	"public" boolean NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "rate_pkey" PRIMARY KEY("hotel_id","rate_code")
);
--> statement-breakpoint
CREATE TABLE "rate_day" (
	"hotel_id" integer,
	"room_code" text COLLATE "C",
	"rate_code" text COLLATE "C",
	"date" text COLLATE "C",
	"price_cents" bigint,
	"closed" boolean NOT NULL,
	"min_stay" integer,
	"min_stay_through" integer,
	"max_stay" integer,
	"closed_to_arrival" boolean,
	"closed_to_departure" boolean,
	CONSTRAINT "rate_day_pkey" PRIMARY KEY("hotel_id","room_code","rate_code","date"),
	CONSTRAINT "rate_day_price" CHECK ("price_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "rate_day_history" (
	"hotel_id" integer NOT NULL,
	"room_code" text COLLATE "C",
	"rate_code" text COLLATE "C",
	"date" text COLLATE "C",
	"change_seq" bigint,
	"before" text COLLATE "C",
	"price_cents" bigint,
	"closed" boolean NOT NULL,
	"min_stay" integer,
	"min_stay_through" integer,
	"max_stay" integer,
	"closed_to_arrival" boolean,
	"closed_to_departure" boolean,
	CONSTRAINT "rate_day_history_pkey" PRIMARY KEY("change_seq","room_code","rate_code","date")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"hotel_id" integer,
	"id" text COLLATE "C",
	"booking_code" text COLLATE "C" NOT NULL UNIQUE,
	"author" text COLLATE "C" NOT NULL,
	"rating" integer NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"reply" text COLLATE "C",
	"replied_at_ms" bigint,
	CONSTRAINT "review_pkey" PRIMARY KEY("hotel_id","id"),
	CONSTRAINT "review_rating" CHECK ("rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "room_board" (
	"hotel_id" integer,
	"room_code" text COLLATE "C",
	"position" integer,
	"board_code" text COLLATE "C" NOT NULL,
	"supplement_cents" bigint NOT NULL,
	"per_guest" boolean DEFAULT false NOT NULL,
	CONSTRAINT "room_board_pkey" PRIMARY KEY("hotel_id","room_code","position")
);
--> statement-breakpoint
CREATE TABLE "room_type" (
	"hotel_id" integer,
	"room_code" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"total_rooms" integer,
	"overbooking_rooms" integer DEFAULT 0 NOT NULL,
	"max_adults" integer NOT NULL,
	"max_children" integer NOT NULL,
	"max_occupancy" integer NOT NULL,
	"base_price_cents" bigint,
	"active" boolean NOT NULL,
	CONSTRAINT "room_type_pkey" PRIMARY KEY("hotel_id","room_code")
);
--> statement-breakpoint
CREATE TABLE "service_sum" (
	"day" text COLLATE "C",
	"currency" text COLLATE "C",
	"status" text COLLATE "C",
	"bookings" integer NOT NULL,
	"total_price_cents" bigint NOT NULL,
	"commission_cents" bigint NOT NULL,
	CONSTRAINT "service_sum_pkey" PRIMARY KEY("day","currency","status")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text COLLATE "C" PRIMARY KEY,
	"email" text COLLATE "C" NOT NULL UNIQUE,
	"name" text COLLATE "C" NOT NULL,
	"password_hash" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"token_version" integer NOT NULL,
	"agency_id" integer,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_hotel" (
	"user_id" text COLLATE "C",
	"hotel_id" integer,
	CONSTRAINT "user_hotel_pkey" PRIMARY KEY("user_id","hotel_id")
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" text COLLATE "C" PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"events" text COLLATE "C" NOT NULL,
	"api_key_id" text COLLATE "C",
	"active" boolean NOT NULL,
	"off_reason" text COLLATE "C",
	"off_at_ms" bigint,
	"secret" text COLLATE "C" NOT NULL,
	"previous_secret" text COLLATE "C",
	"previous_until_ms" bigint,
	"failing_since_ms" bigint,
	"last_success_at_ms" bigint,
	"last_attempt_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"deleted_at_ms" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" ("hash");--> statement-breakpoint
CREATE INDEX "api_key_hotel" ON "api_key" ("hotel_id");--> statement-breakpoint
CREATE INDEX "catalog_history_entity" ON "catalog_history" ("entity","entity_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_code" ON "booking" ("code");--> statement-breakpoint
CREATE INDEX "booking_hotel_checkin" ON "booking" ("hotel_id","checkin","id");--> statement-breakpoint
CREATE INDEX "booking_hotel_checkout" ON "booking" ("hotel_id","checkout","id");--> statement-breakpoint
CREATE INDEX "booking_hotel_created" ON "booking" ("hotel_id","created_at_ms","id");--> statement-breakpoint
CREATE INDEX "booking_hotel_updated" ON "booking" ("hotel_id","updated_at_ms","id");--> statement-breakpoint
CREATE INDEX "booking_created" ON "booking" ("created_at_ms","id");--> statement-breakpoint
CREATE INDEX "booking_unconfirmed" ON "booking" ("status","created_at_ms","id") WHERE "status" <> 'confirmed';--> statement-breakpoint
CREATE INDEX "booking_checkin" ON "booking" ("checkin");--> statement-breakpoint
CREATE INDEX "booking_checkout" ON "booking" ("checkout");--> statement-breakpoint
CREATE INDEX "booking_agency" ON "booking" ("agency_id","created_at_ms","id") WHERE "agency_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_hotel_confirmed" ON "booking" ("hotel_id","checkin") WHERE "status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "booking_hotel_unacked" ON "booking" ("hotel_id","checkout","updated_at_ms") WHERE "revision" > coalesce("acked_revision", 0) and ("status" in ('confirmed', 'no_show', 'completed') or "status" = 'cancelled' and "confirmed_at_ms" is not null);--> statement-breakpoint
CREATE INDEX "booking_agency_checkin" ON "booking" ("agency_id","checkin") WHERE "agency_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_agency_checkout" ON "booking" ("agency_id","checkout") WHERE "agency_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_user_created" ON "booking" ("user_id","created_at_ms","id") WHERE "user_id" is not null;--> statement-breakpoint
CREATE INDEX "booking_hold" ON "booking" ("hold_expires_at_ms") WHERE "status" = 'pending';--> statement-breakpoint
CREATE INDEX "booking_running" ON "booking" ("checkout") WHERE "status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "booking_unacked_due" ON "booking" ("updated_at_ms") WHERE "revision" > coalesce("acked_revision", 0) and "revision" > coalesce("unacked_revision", 0);--> statement-breakpoint
CREATE UNIQUE INDEX "booking_revision_code" ON "booking_revision" ("hotel_id","code","revision");--> statement-breakpoint
CREATE INDEX "booking_revision_hotel" ON "booking_revision" ("hotel_id","change_seq");--> statement-breakpoint
CREATE INDEX "booking_word_all" ON "booking_word" ("word","booking_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "booking_word_agency" ON "booking_word" ("agency_id","word","booking_id","created_at_ms") WHERE "agency_id" is not null;--> statement-breakpoint
CREATE INDEX "change_hotel" ON "change" ("hotel_id","seq");--> statement-breakpoint
CREATE INDEX "day_oversold" ON "day" ("hotel_id","date") WHERE "oversold";--> statement-breakpoint
CREATE INDEX "day_history_day" ON "day_history" ("hotel_id","room_code","date","change_seq");--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" ("webhook_id","due_at_ms") WHERE "due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "delivery_test" ON "delivery" ("webhook_id","due_at_ms") WHERE "cause" = 'test' and "due_at_ms" is not null;--> statement-breakpoint
CREATE INDEX "delivery_pending" ON "delivery" ("webhook_id","order_key","seq") WHERE "state" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_webhook" ON "delivery" ("webhook_id","seq");--> statement-breakpoint
CREATE INDEX "delivery_outbox" ON "delivery" ("outbox_seq");--> statement-breakpoint
CREATE INDEX "hotel_city" ON "hotel" ("city_id");--> statement-breakpoint
CREATE INDEX "hotel_sum_moved" ON "hotel_sum" ("hotel_id","day") WHERE "bookings" <> "folded_bookings" or "total_price_cents" <> "folded_total_price_cents" or "commission_cents" <> "folded_commission_cents";--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" ("created_at_ms");--> statement-breakpoint
CREATE INDEX "outbox_unqueued" ON "outbox" ("seq") WHERE "queued_at_ms" is null;--> statement-breakpoint
CREATE INDEX "outbox_hotel" ON "outbox" ("hotel_id","created_at_ms");--> statement-breakpoint
CREATE INDEX "outbox_booking" ON "outbox" ("booking_code") WHERE "booking_code" is not null;--> statement-breakpoint
CREATE INDEX "push_hotel" ON "push" ("hotel_id","at_ms","id");--> statement-breakpoint
CREATE INDEX "push_rejected" ON "push" ("hotel_id","at_ms","id") WHERE "rejected" > 0;--> statement-breakpoint
CREATE INDEX "push_at" ON "push" ("at_ms");--> statement-breakpoint
CREATE INDEX "push_replay_created" ON "push_replay" ("created_at_ms");--> statement-breakpoint
CREATE INDEX "rate_day_history_day" ON "rate_day_history" ("hotel_id","room_code","rate_code","date","change_seq");--> statement-breakpoint
CREATE INDEX "user_hotel_hotel" ON "user_hotel" ("hotel_id");--> statement-breakpoint
CREATE INDEX "webhook_hotel" ON "webhook" ("hotel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_url" ON "webhook" ("hotel_id","url") WHERE "deleted_at_ms" is null;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_agency_id_agency_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "agency"("id");--> statement-breakpoint
ALTER TABLE "booking" ADD CONSTRAINT "booking_user_id_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id");--> statement-breakpoint
ALTER TABLE "hotel" ADD CONSTRAINT "hotel_city_id_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id");--> statement-breakpoint
ALTER TABLE "rate" ADD CONSTRAINT "rate_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");--> statement-breakpoint
ALTER TABLE "rate" ADD CONSTRAINT "rate_board_code_board_code_fkey" FOREIGN KEY ("board_code") REFERENCES "board"("code");--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");--> statement-breakpoint
ALTER TABLE "room_board" ADD CONSTRAINT "room_board_board_code_board_code_fkey" FOREIGN KEY ("board_code") REFERENCES "board"("code");--> statement-breakpoint
ALTER TABLE "room_type" ADD CONSTRAINT "room_type_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_agency_id_agency_id_fkey" FOREIGN KEY ("agency_id") REFERENCES "agency"("id");--> statement-breakpoint
ALTER TABLE "user_hotel" ADD CONSTRAINT "user_hotel_user_id_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id");--> statement-breakpoint
ALTER TABLE "user_hotel" ADD CONSTRAINT "user_hotel_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");