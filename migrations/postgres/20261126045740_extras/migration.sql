CREATE TABLE "extra" (
	"hotel_id" integer,
	"code" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"translations" text COLLATE "C",
	"per" text COLLATE "C" NOT NULL,
	"price_cents" bigint NOT NULL,
	"max" integer NOT NULL,
	"tax_codes" text COLLATE "C",
	"active" boolean NOT NULL,
	CONSTRAINT "extra_pkey" PRIMARY KEY("hotel_id","code")
);
--> statement-breakpoint
ALTER TABLE "extra" ADD CONSTRAINT "extra_hotel_id_hotel_id_fkey" FOREIGN KEY ("hotel_id") REFERENCES "hotel"("id");