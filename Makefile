# Lectern: `make start` runs it, `make test` checks everything. Both install what they need.
NODE := node_modules/.bin/node $(if $(wildcard .env),--env-file=.env)
BOOTSTRAP := @infra/stack/bootstrap.sh
TOOLS := nats-server chromium chromium-headless-shell
LAUNCH := $(NODE) infra/stack/src/main.ts
BESIDE := $(NODE) infra/stack/src/with-stack-env.ts
export NODE_COMPILE_CACHE := $(CURDIR)/node_modules/.cache/compiled

.PHONY: start dev test test-all check unit integration e2e bench screenshots extension grant codes-off adopt operator doctor backup restore drill move-events rebuild rollback verify audit-export audit-verify load faults hostile day capacity clean

start:       ; $(BOOTSTRAP) nats-server && exec $(LAUNCH)
dev:         ; $(BOOTSTRAP) nats-server && exec $(LAUNCH) --watch
test:        ; $(BOOTSTRAP) $(TOOLS) && exec $(NODE) infra/stack/src/test-all.ts
test-all:    ; $(BOOTSTRAP) $(TOOLS) && exec $(NODE) infra/stack/src/test-all.ts all
check:       ; $(BOOTSTRAP) && exec $(NODE) infra/stack/src/test-all.ts format types imports
unit:        ; $(BOOTSTRAP) && exec $(NODE) infra/stack/src/test-all.ts unit
integration: ; $(BOOTSTRAP) nats-server && exec $(NODE) infra/stack/src/test-all.ts integration conformance
e2e:         ; $(BOOTSTRAP) $(TOOLS) && exec $(NODE) infra/stack/src/test-all.ts e2e
bench:       ; $(BOOTSTRAP) $(TOOLS) && exec $(NODE) infra/load/src/bench.ts
screenshots: ; $(BOOTSTRAP) $(TOOLS) && exec $(NODE) infra/e2e/src/screenshots.ts
extension:   ; $(BOOTSTRAP) && exec $(NODE) frontend/extension/build.ts
grant:       ; $(BOOTSTRAP) && EMAIL='$(EMAIL)' PLAN='$(PLAN)' exec $(BESIDE) gateway command-api/src/grant.ts
codes-off:   ; $(BOOTSTRAP) && EMAIL='$(EMAIL)' exec $(BESIDE) gateway command-api/src/sign-in/codes-off.ts
adopt:       ; $(BOOTSTRAP) && EMAIL='$(EMAIL)' LIBRARY='$(LIBRARY)' exec $(BESIDE) gateway command-api/src/adopt/main.ts
backup:      ; $(BOOTSTRAP) && TAKE_OVER='$(TAKE_OVER)' exec $(BESIDE) backup infra/backup/src/main.ts
drill:       ; $(BOOTSTRAP) nats-server && exec $(BESIDE) backup infra/stack/src/backups/drill-main.ts
restore:     ; $(BOOTSTRAP) nats-server && BACKUP='$(BACKUP)' exec $(NODE) infra/stack/src/backups/restore-main.ts
move-events: ; $(BOOTSTRAP) nats-server && FROM='$(FROM)' TO='$(TO)' exec $(NODE) infra/stack/src/backups/move-main.ts
operator:    ; $(BOOTSTRAP) && EMAIL='$(EMAIL)' exec $(BESIDE) gateway infra/gateway/src/operate/find-operator.ts
doctor:      ; @test -x node_modules/.bin/node || { echo '! Packages are missing: make start installs them.'; exit 1; }; exec $(NODE) infra/stack/src/doctor/main.ts
rebuild:     ; $(BOOTSTRAP) && exec $(BESIDE) projectors projectors/src/rebuild-main.ts
rollback:    ; $(BOOTSTRAP) && exec $(BESIDE) projectors projectors/src/rebuild-main.ts back
verify:      ; $(BOOTSTRAP) && exec $(BESIDE) projectors projectors/src/verify-main.ts
audit-export: ; $(BOOTSTRAP) && FILE='$(FILE)' AFTER='$(AFTER)' LIBRARY='$(LIBRARY)' exec $(BESIDE) projectors projectors/src/audit-main.ts export
audit-verify: ; $(BOOTSTRAP) && FILE='$(FILE)' AFTER='$(AFTER)' exec $(BESIDE) projectors projectors/src/audit-main.ts verify
load:        ; $(BOOTSTRAP) && exec $(NODE) infra/load/src/load.ts
faults:      ; $(BOOTSTRAP) nats-server && $(NODE) infra/stack/src/test-all.ts kills && exec $(NODE) infra/load/src/faults.ts
hostile:     ; $(BOOTSTRAP) nats-server && exec $(NODE) infra/load/src/hostile.ts
day:         ; $(BOOTSTRAP) nats-server && exec $(NODE) infra/load/src/day.ts
capacity:    ; $(BOOTSTRAP) nats-server && { $(NODE) infra/load/src/day.ts; day=$$?; $(NODE) infra/load/src/walls.ts && $(NODE) infra/load/src/capacity.ts && exit $$day; }
clean:       ; @rm -rf frontend/dist frontend/dist-* node_modules/.cache coverage test-results playwright-report infra/e2e/test-results
