-- What only this engine keeps, for its replicas; no table of the schema. A scope is a hotel, an account or a list, and
-- its version is raised by whatever leaves what is kept of it in memory outdated.
CREATE TABLE "version" (
	"scope" text COLLATE "C" PRIMARY KEY,
	"version" bigint NOT NULL
) WITH (fillfactor = 50);
