-- Token buckets that every replica takes from (contract §7). They are full after a crash or a promotion.
CREATE UNLOGGED TABLE "bucket" (
	"name" text COLLATE "C" PRIMARY KEY,
	"tokens" double precision NOT NULL,
	"at_ms" double precision NOT NULL,
	-- When those who were refused may come again, ascending; until then a token is kept for each.
	"promised_ms" double precision[] NOT NULL
) WITH (fillfactor = 50);
--> statement-breakpoint
-- How many of a bucket's tokens may be taken so that each promise still finds its own at its instant.
CREATE FUNCTION free_tokens("has" double precision, "now_ms" double precision, "promised" double precision[], "per_minute" double precision)
RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
	select least("has", min("has" + ("at" - "now_ms") * "per_minute" / 60000 - "place"))
	from unnest("promised") with ordinality as promise("at", "place")
$$;
--> statement-breakpoint
-- Takes tokens of a bucket, or none; with `keeps` a refusal is promised the first token that is promised to nobody yet.
-- The arithmetic is that of src/domain/rate-limit.ts, whose comments say why.
CREATE FUNCTION spend_tokens(
	"bucket_name" text, "capacity" double precision, "per_minute" double precision, "wanted" double precision,
	"keeps" boolean, "given_ms" double precision,
	OUT "allowed" boolean, OUT "remaining" double precision, OUT "retry_after" double precision, OUT "reset" double precision
) LANGUAGE plpgsql AS $$
declare
	now_ms double precision;
	has double precision;
	kept double precision[];
	free double precision;
	missing double precision;
	epsilon constant double precision := 1e-6;
begin
	insert into bucket values (bucket_name, capacity, coalesce(given_ms, 0), '{}') on conflict do nothing;
	select tokens, at_ms, promised_ms into has, now_ms, kept from bucket where name = bucket_name for update;
	-- After the wait for the row: the clock of this server alone is asked, and it never goes back here.
	declare then_ms double precision := now_ms;
	begin
		now_ms := coalesce(given_ms, extract(epoch from clock_timestamp()) * 1000);
		has := least(capacity, has + greatest(0, now_ms - then_ms) * per_minute / 60000);
	end;
	kept := array(select at from unnest(kept) as promise(at) where at > now_ms + 1e-3 order by at);
	free := case when keeps then free_tokens(has, now_ms, kept, per_minute) else has end;
	allowed := free + epsilon >= wanted;
	retry_after := greatest(1, ceil(greatest(0, wanted - has) * 60 / per_minute - epsilon));
	if allowed then
		-- A negative number puts tokens back.
		has := least(capacity, greatest(0, has - wanted));
	end if;
	if keeps then
		missing := ceil(greatest(0, cardinality(kept) + 1 - has) * 60 / per_minute - epsilon);
		retry_after := least(60, greatest(1, missing));
		if not allowed and wanted > 0 and missing <= 60 and cardinality(kept) < least(1000, capacity) then
			kept := array(select at from unnest(kept || (now_ms + retry_after * 1000)) as promise(at) order by at);
		end if;
	end if;
	remaining := greatest(0, floor(free_tokens(has, now_ms, kept, per_minute) + epsilon));
	reset := greatest(
		ceil((coalesce(kept[cardinality(kept)], now_ms) - now_ms) / 1000 - epsilon),
		ceil(greatest(0, capacity - has) * 60 / per_minute - epsilon)
	);
	update bucket set tokens = has, at_ms = now_ms, promised_ms = kept where name = bucket_name;
end
$$;
