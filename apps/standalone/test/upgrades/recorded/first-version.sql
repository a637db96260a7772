-- The database of two people as commit bde4e85 left it: what its pg_dump said of the event log, identity and the read
-- models. Master key: 31 bytes 00, then ff. Both have the password Lamp4myfeet! Never changed: it stands for people's data.
SELECT pg_catalog.set_config('search_path', '', false);
CREATE SCHEMA event_log;
CREATE SCHEMA identity;
CREATE SCHEMA read_models;
CREATE FUNCTION event_log.append(in_stream text, in_expected bigint, in_ids uuid[], in_types text[], in_data json[], in_metadata json[], OUT outcome text, OUT last_version integer, OUT last_position bigint, OUT first_version integer) RETURNS record
    LANGUAGE plpgsql
    AS $$
DECLARE
  locked boolean := pg_advisory_xact_lock(hashtextextended('event_log.append', 0)) IS NOT NULL;
  same_id bigint;
  found_stream text;
  found_count integer;
BEGIN
  SELECT position INTO same_id FROM event_log.events WHERE id = in_ids[1];
  IF same_id IS NOT NULL THEN
    SELECT stream, version INTO found_stream, first_version FROM event_log.events WHERE position = same_id;
    IF found_stream <> in_stream THEN
      outcome := 'elsewhere';
      RETURN;
    END IF;
    SELECT count(*), max(version), max(position) INTO found_count, last_version, last_position
      FROM event_log.events JOIN unnest(in_ids) WITH ORDINALITY AS given (given_id, place)
        ON stream = in_stream AND version = first_version + place - 1 AND id = given_id;
    outcome := CASE found_count WHEN cardinality(in_ids) THEN 'repeated' ELSE 'partly' END;
    RETURN;
  END IF;
  SELECT version INTO last_version FROM event_log.events WHERE stream = in_stream ORDER BY version DESC LIMIT 1;
  last_version := coalesce(last_version, 0);
  IF in_expected <> last_version AND in_expected <> -1 AND (in_expected <> -2 OR last_version = 0) THEN
    outcome := 'conflict';
    RETURN;
  END IF;
  first_version := last_version + 1;
  last_version := last_version + cardinality(in_ids);
  FOR place IN 1 .. cardinality(in_ids) LOOP
    last_position := nextval('event_log.event_position');
    INSERT INTO event_log.events (position, version, id, stream, type, data, metadata) VALUES (
      last_position, first_version + place - 1, in_ids[place], in_stream, in_types[place], in_data[place], in_metadata[place]
    );
  END LOOP;
  outcome := CASE WHEN pg_notify('event_log', '') IS NULL THEN 'appended' ELSE 'appended' END;
END $$;
CREATE SEQUENCE event_log.event_position
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE event_log.events (
    "position" bigint NOT NULL,
    version integer NOT NULL,
    id uuid NOT NULL,
    stream text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL,
    data json NOT NULL,
    metadata json NOT NULL
);
CREATE TABLE event_log.log (
    one boolean DEFAULT true NOT NULL,
    identity uuid NOT NULL,
    schema_version integer NOT NULL,
    CONSTRAINT log_one_check CHECK (one)
);
CREATE TABLE identity.master_key (
    only_row boolean DEFAULT true NOT NULL,
    "check" bytea NOT NULL,
    CONSTRAINT master_key_only_row_check CHECK (only_row)
);
CREATE TABLE identity.reset_tokens (
    user_id text NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE identity.sessions (
    token_hash bytea NOT NULL,
    id text NOT NULL,
    user_id text NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    remember boolean NOT NULL,
    user_agent text
);
CREATE TABLE identity.users (
    id text NOT NULL,
    username text NOT NULL,
    email text NOT NULL,
    username_key text NOT NULL,
    email_key text NOT NULL,
    password_hash text NOT NULL,
    language text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    wrapped_data_key bytea
);
CREATE TABLE read_models.checkpoints (
    projection text NOT NULL,
    version integer NOT NULL,
    log text NOT NULL,
    generation bigint NOT NULL,
    "position" bigint NOT NULL
);
CREATE TABLE read_models.doc_chapter_overlay_parked (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    doc json NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY read_models.doc_chapter_overlay_parked ALTER COLUMN doc SET STORAGE EXTERNAL;
CREATE TABLE read_models.doc_chapter_overlays (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    doc json NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY read_models.doc_chapter_overlays ALTER COLUMN doc SET STORAGE EXTERNAL;
CREATE TABLE read_models.doc_resource_counts (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    doc json NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY read_models.doc_resource_counts ALTER COLUMN doc SET STORAGE EXTERNAL;
CREATE TABLE read_models.doc_resource_counts_parked (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    doc json NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY read_models.doc_resource_counts_parked ALTER COLUMN doc SET STORAGE EXTERNAL;
CREATE TABLE read_models.doc_user_notes (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    doc json NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY read_models.doc_user_notes ALTER COLUMN doc SET STORAGE EXTERNAL;
CREATE TABLE read_models.doc_user_notes_parked (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    doc json NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY read_models.doc_user_notes_parked ALTER COLUMN doc SET STORAGE EXTERNAL;
INSERT INTO event_log.events VALUES (1, 1, '52c9226e-3685-50bf-b955-2d972f28495f', 'account-282399c5-0890-48a4-a7b1-8db79efa292f', 'AccountOpened', '{"userId":"282399c5-0890-48a4-a7b1-8db79efa292f","openedAt":"2026-11-22T04:01:43.171Z"}', '["282399c5-0890-48a4-a7b1-8db79efa292f",null,"2991c866-0372-431c-ac5c-36e560220a4c","2991c866-0372-431c-ac5c-36e560220a4c",1,"2026-11-22T04:01:43.171Z"]');
INSERT INTO event_log.events VALUES (2, 1, '867ffacb-a902-56d0-a3aa-fe3d5a645f13', 'account-c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42', 'AccountOpened', '{"userId":"c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","openedAt":"2026-11-22T04:01:43.393Z"}', '["c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42",null,"6effce7a-49cf-4a83-8649-1a6384466d80","6effce7a-49cf-4a83-8649-1a6384466d80",1,"2026-11-22T04:01:43.393Z"]');
INSERT INTO event_log.events VALUES (3, 1, '76ff4c0a-39ef-5c24-9f2c-b53abe45c3d0', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000001', 'NoteAdded', '{"noteId":"00000000-0000-4000-8000-000000000001","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":43003016,"version":"KJV","addedAt":"2026-11-22T04:01:43.441Z","sealed":"FS0VcJK79P4CkbJDmpn48ElaW549Ile70qhLqltsoApSchXXpdx+0LpZanaD5vs3hwooFv7QsExIww4SVwvbBQ=="}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","25a169cc-d52e-4567-abfb-e4b112894d2f","25a169cc-d52e-4567-abfb-e4b112894d2f",1,"2026-11-22T04:01:43.441Z"]');
INSERT INTO event_log.events VALUES (4, 2, '8a85bd34-805c-5ece-bc40-f66c1f6a2e68', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000001', 'NoteEdited', '{"noteId":"00000000-0000-4000-8000-000000000001","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":43003016,"editedAt":"2026-11-22T04:01:43.456Z","sealed":"jKfGS8ANsi0vTkMmcDIUw1EYqUFByiL65XosH7MOuQmLZzxqgvBQ/QbbhvTl0fBrWzWjKbGAqGMyWmXLMKe61oRZRI8="}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","4bd0da05-12c2-4200-8cbc-3fd1e566e9d4","4bd0da05-12c2-4200-8cbc-3fd1e566e9d4",1,"2026-11-22T04:01:43.456Z"]');
INSERT INTO event_log.events VALUES (5, 3, '038b6c46-e80f-480a-bf3f-558a433e3d4c', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000001', 'NoteEdited', '{"noteId":"00000000-0000-4000-8000-000000000001","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":43003016,"editedAt":"2026-11-22T04:01:43.488Z","sealed":"VHbNuWbAfrnWwXCG20smwHfAgaWc7hNnHEJ92ZvX6cxI8j4pGKXdF+i5xfbmvgZ8BbXoBY6j8pO5u53Fk7fKqai2F7GvPTlzG02I3urYrs3gbo9zLPv5ycHFHPDphUX1FvRu62TH10Qaq0M="}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","f85a9df7-0598-4b4f-a638-a48de45cf204","f85a9df7-0598-4b4f-a638-a48de45cf204",1,"2026-11-22T04:01:43.488Z"]');
INSERT INTO event_log.events VALUES (6, 1, 'fb8fc327-e5fc-420e-a733-0a2381e1f31e', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000002', 'NoteAdded', '{"noteId":"00000000-0000-4000-8000-000000000002","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":19023001,"version":"KRV","addedAt":"2026-11-22T04:01:43.512Z","sealed":"MEVR7LCkVtOv5YxhpJaVsdK0cHU76lEhyycj+K1FoKk5NKHUPlREC4+h8AD0a+4vwHCvfqrFun5nle+U1uBdEQu4JHUJO0Cva4/L"}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","3f384d1b-c264-491d-9366-33ac33d1cc6a","3f384d1b-c264-491d-9366-33ac33d1cc6a",1,"2026-11-22T04:01:43.512Z"]');
INSERT INTO event_log.events VALUES (7, 1, 'cce669bc-e22c-4053-beb6-b62512567837', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000003', 'NoteAdded', '{"noteId":"00000000-0000-4000-8000-000000000003","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":43003016,"version":"KJV","addedAt":"2026-11-22T04:01:43.525Z","sealed":"53loAv/FfqOJ3fEjxSbTwhU3nxv80qsN4nWe1YDQ6sONiA4Snaetz/kCaFg6M7UwVR4EImzHH7+WKWH1dT7pcfp34U0="}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","2f67d57a-896c-4a02-b8ed-126c9ff5b270","2f67d57a-896c-4a02-b8ed-126c9ff5b270",1,"2026-11-22T04:01:43.525Z"]');
INSERT INTO event_log.events VALUES (8, 2, 'e089dd5b-519a-473a-afc7-ad7f2dbe7e69', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000003', 'NoteEdited', '{"noteId":"00000000-0000-4000-8000-000000000003","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":43003016,"editedAt":"2026-11-22T04:01:43.536Z","sealed":"iV0t3Ca6ry/Yewd09PByQRKqSMZIIIbb5s319PjY1DlHtrbv0Zq87TNkUEZiB04b+KpxgX3JomhwNUb1zHJ9sI5gI0vWxzP/GGTIjQ=="}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","0f3cb287-16c8-40f7-acde-5f7c86ca95a2","0f3cb287-16c8-40f7-acde-5f7c86ca95a2",1,"2026-11-22T04:01:43.536Z"]');
INSERT INTO event_log.events VALUES (9, 3, 'aa77953c-f899-5ede-893b-d943b61ec64e', 'note-282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000003', 'NoteRemoved', '{"noteId":"00000000-0000-4000-8000-000000000003","userId":"282399c5-0890-48a4-a7b1-8db79efa292f","verseId":43003016,"removedAt":"2026-11-22T04:01:43.549Z"}', '["282399c5-0890-48a4-a7b1-8db79efa292f","0f672940-0059-46a5-a3ac-7438c18be459","218a0073-8a0c-422a-815c-f46e1d361b2e","218a0073-8a0c-422a-815c-f46e1d361b2e",1,"2026-11-22T04:01:43.549Z"]');
INSERT INTO event_log.events VALUES (10, 1, 'e51a99d6-3770-4265-8007-a5ce23b12f68', 'note-c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42.00000000-0000-4000-8000-000000000004', 'NoteAdded', '{"noteId":"00000000-0000-4000-8000-000000000004","userId":"c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","verseId":8002012,"version":"ASV","addedAt":"2026-11-22T04:01:43.564Z","sealed":"WTF0C3JgzZfPYHoI6nPu8zJ+x99wuxVu+2CpC+UKghcE1FKCucdvsZyt+bfMQuQbHnvCXFTbAvyZgJEOFZvo8KsE"}', '["c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","466c13a3-f02e-43c9-b580-02f211f22fc5","28501e0f-a280-4314-ae88-305c0b6ef3ea","28501e0f-a280-4314-ae88-305c0b6ef3ea",1,"2026-11-22T04:01:43.564Z"]');
INSERT INTO event_log.log VALUES (true, 'c1d844c6-284f-4b79-9a4f-62382ba20f77', 3);
INSERT INTO identity.master_key VALUES (true, '\x9adf381210f317cb58165cf7cecf647b1b4c59716aaf430a74ad4f9b226d293e');
INSERT INTO identity.sessions VALUES ('\x041511ff92a6c4e6c3e8482bba89b3b7e7c80c3a99bf914c6ac90e7b573f6614', '0f672940-0059-46a5-a3ac-7438c18be459', '282399c5-0890-48a4-a7b1-8db79efa292f', 0, '2026-11-22 04:01:43.186+00', '2026-11-22 16:01:43.186+00', false, 'node');
INSERT INTO identity.sessions VALUES ('\xaf3b398589f7b0e5d1d1e9210fb8d5ee7e93aa14fd0fdbb9d702de51f7c8b73c', '466c13a3-f02e-43c9-b580-02f211f22fc5', 'c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42', 0, '2026-11-22 04:01:43.41+00', '2026-11-22 16:01:43.41+00', false, 'node');
INSERT INTO identity.users VALUES ('282399c5-0890-48a4-a7b1-8db79efa292f', 'ruth', 'ruth@example.org', 'ruth', 'ruth@example.org', '$argon2id$v=19$m=19456,t=2,p=1$qCXdtkOgR6D3+G9hjpvvJg$UO6UDnPTTXW5GuZycAevZjM/UdDNfoyQdyK19CmaA2c', 'en', '2026-11-22 04:01:43.155+00', 0, '\x0147c471b6f172ad663c46a808e4070556546e0cb3d33318c00973d0873e14d2a10de05783c571281ba50b00bdeed5191a52fb0c4606c3ac85a1822fc9');
INSERT INTO identity.users VALUES ('c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42', 'boaz', 'boaz@example.org', 'boaz', 'boaz@example.org', '$argon2id$v=19$m=19456,t=2,p=1$88Ngda0MYdaCQ6x3wLpYag$CWDmK4LypQB2UxyQXnPC+G5zdRKmjPgYCIzhnIWyRX0', 'ko', '2026-11-22 04:01:43.373+00', 0, '\x01df74e8da12a1630974725130bb5fa26ca7aed164d637a027ae3b26e8927f571ea922672b32890b119f7aad59308dda588136306a79026bda6231dd49');
INSERT INTO read_models.checkpoints VALUES ('welcome_newcomers', 1, 'c1d844c6-284f-4b79-9a4f-62382ba20f77', 1, 10);
INSERT INTO read_models.checkpoints VALUES ('user_notes', 1, 'c1d844c6-284f-4b79-9a4f-62382ba20f77', 1, 10);
INSERT INTO read_models.checkpoints VALUES ('resource_counts', 1, 'c1d844c6-284f-4b79-9a4f-62382ba20f77', 1, 10);
INSERT INTO read_models.checkpoints VALUES ('chapter_overlay', 1, 'c1d844c6-284f-4b79-9a4f-62382ba20f77', 1, 10);
INSERT INTO read_models.doc_chapter_overlays VALUES ('282399c5-0890-48a4-a7b1-8db79efa292f.19.23', 6, '{"user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","book":"Psalms","chapter":23,"notes":[{"id":"00000000-0000-4000-8000-000000000002","user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","verse_id":19023001,"text":"부족함이 없다","book":"Psalms","title":"목자","version":"KRV","created_at":"2026-11-22T04:01:43.512Z","updated_at":"2026-11-22T04:01:43.512Z","revision":1}]}');
INSERT INTO read_models.doc_chapter_overlays VALUES ('282399c5-0890-48a4-a7b1-8db79efa292f.43.3', 9, '{"user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","book":"John","chapter":3,"notes":[{"id":"00000000-0000-4000-8000-000000000001","user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","verse_id":43003016,"text":"하나님이 세상을 이처럼 사랑하사 🕯️","book":"John","title":"Love","version":"KJV","created_at":"2026-11-22T04:01:43.441Z","updated_at":"2026-11-22T04:01:43.488Z","revision":3}]}');
INSERT INTO read_models.doc_chapter_overlays VALUES ('c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42.8.2', 10, '{"user_id":"c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","book":"Ruth","chapter":2,"notes":[{"id":"00000000-0000-4000-8000-000000000004","user_id":"c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","verse_id":8002012,"text":"A full reward.","book":"Ruth","title":null,"version":"ASV","created_at":"2026-11-22T04:01:43.564Z","updated_at":"2026-11-22T04:01:43.564Z","revision":1}]}');
INSERT INTO read_models.doc_resource_counts VALUES ('282399c5-0890-48a4-a7b1-8db79efa292f', 9, '{"user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","notes_count":2,"highlights_count":0,"sermons_count":0}');
INSERT INTO read_models.doc_resource_counts VALUES ('c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42', 10, '{"user_id":"c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","notes_count":1,"highlights_count":0,"sermons_count":0}');
INSERT INTO read_models.doc_user_notes VALUES ('282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000001', 5, '{"id":"00000000-0000-4000-8000-000000000001","user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","verse_id":43003016,"text":"하나님이 세상을 이처럼 사랑하사 🕯️","book":"John","title":"Love","version":"KJV","created_at":"2026-11-22T04:01:43.441Z","updated_at":"2026-11-22T04:01:43.488Z","revision":3}');
INSERT INTO read_models.doc_user_notes VALUES ('282399c5-0890-48a4-a7b1-8db79efa292f.00000000-0000-4000-8000-000000000002', 6, '{"id":"00000000-0000-4000-8000-000000000002","user_id":"282399c5-0890-48a4-a7b1-8db79efa292f","verse_id":19023001,"text":"부족함이 없다","book":"Psalms","title":"목자","version":"KRV","created_at":"2026-11-22T04:01:43.512Z","updated_at":"2026-11-22T04:01:43.512Z","revision":1}');
INSERT INTO read_models.doc_user_notes VALUES ('c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42.00000000-0000-4000-8000-000000000004', 10, '{"id":"00000000-0000-4000-8000-000000000004","user_id":"c11d5fc2-6ddc-4126-9bbd-4dd2ca6a1d42","verse_id":8002012,"text":"A full reward.","book":"Ruth","title":null,"version":"ASV","created_at":"2026-11-22T04:01:43.564Z","updated_at":"2026-11-22T04:01:43.564Z","revision":1}');
SELECT pg_catalog.setval('event_log.event_position', 10, true);
ALTER TABLE ONLY event_log.events
    ADD CONSTRAINT events_id_key UNIQUE (id);
ALTER TABLE ONLY event_log.events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY event_log.events
    ADD CONSTRAINT events_stream_version_key UNIQUE (stream, version);
ALTER TABLE ONLY event_log.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (one);
ALTER TABLE ONLY identity.master_key
    ADD CONSTRAINT master_key_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY identity.reset_tokens
    ADD CONSTRAINT reset_tokens_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY identity.reset_tokens
    ADD CONSTRAINT reset_tokens_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY identity.sessions
    ADD CONSTRAINT sessions_id_key UNIQUE (id);
ALTER TABLE ONLY identity.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY identity.users
    ADD CONSTRAINT users_email_key_key UNIQUE (email_key);
ALTER TABLE ONLY identity.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY identity.users
    ADD CONSTRAINT users_username_key_key UNIQUE (username_key);
ALTER TABLE ONLY read_models.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (projection);
ALTER TABLE ONLY read_models.doc_chapter_overlay_parked
    ADD CONSTRAINT doc_chapter_overlay_parked_pkey PRIMARY KEY (id);
ALTER TABLE ONLY read_models.doc_chapter_overlays
    ADD CONSTRAINT doc_chapter_overlays_pkey PRIMARY KEY (id);
ALTER TABLE ONLY read_models.doc_resource_counts_parked
    ADD CONSTRAINT doc_resource_counts_parked_pkey PRIMARY KEY (id);
ALTER TABLE ONLY read_models.doc_resource_counts
    ADD CONSTRAINT doc_resource_counts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY read_models.doc_user_notes_parked
    ADD CONSTRAINT doc_user_notes_parked_pkey PRIMARY KEY (id);
ALTER TABLE ONLY read_models.doc_user_notes
    ADD CONSTRAINT doc_user_notes_pkey PRIMARY KEY (id);
CREATE INDEX sessions_expires_at ON identity.sessions USING btree (expires_at);
CREATE INDEX sessions_user_id ON identity.sessions USING btree (user_id);
CREATE INDEX user_notes_by_user_id_created_at_7d046f4d ON read_models.doc_user_notes USING btree (COALESCE(((doc -> 'user_id'::text))::jsonb, 'null'::jsonb), COALESCE(((doc -> 'created_at'::text))::jsonb, 'null'::jsonb), id);
ALTER TABLE ONLY identity.reset_tokens
    ADD CONSTRAINT reset_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY identity.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES identity.users(id) ON DELETE CASCADE;
