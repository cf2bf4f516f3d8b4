CREATE TABLE "booking_identity" (
	"booking_id" bigint PRIMARY KEY,
	"hotel_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"sealed" text COLLATE "C" NOT NULL,
	"checkout" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "booking_identity_checkout" ON "booking_identity" ("checkout","booking_id");