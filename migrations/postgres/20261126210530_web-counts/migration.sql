CREATE TABLE "web_count" (
	"hotel_id" integer,
	"date" text COLLATE "C",
	"kind" text COLLATE "C",
	"times" integer NOT NULL,
	CONSTRAINT "web_count_pkey" PRIMARY KEY("hotel_id","date","kind")
);
--> statement-breakpoint
CREATE INDEX "web_count_date" ON "web_count" ("date");