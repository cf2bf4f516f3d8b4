CREATE TABLE "booking_desk" (
	"booking_id" bigint PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"note" text COLLATE "C",
	"tags" text COLLATE "C",
	"room_number" text COLLATE "C",
	"arrived_at_ms" bigint,
	"left_at_ms" bigint,
	"paid_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_payment" (
	"hotel_id" integer,
	"id" text COLLATE "C",
	"booking_id" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method" text COLLATE "C" NOT NULL,
	"note" text COLLATE "C",
	"takes_back" text COLLATE "C",
	"actor_type" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "booking_payment_pkey" PRIMARY KEY("hotel_id","id")
);
--> statement-breakpoint
CREATE INDEX "booking_payment_booking" ON "booking_payment" ("booking_id","at_ms","id");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_payment_back" ON "booking_payment" ("hotel_id","takes_back") WHERE "takes_back" is not null;