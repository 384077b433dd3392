/**
 * The API's paths, operations and shapes as types, for the CLI and the cockpit. Generated from the routes by
 * scripts/generate-client.ts; a test fails when it is behind them. Do not edit.
 */
export interface paths {
    readonly "/api/v1/auth/bearers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every page that signed in */
        readonly get: operations["listBearers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/auth/bearers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Sign a page out; its streams are dropped */
        readonly delete: operations["revokeBearer"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/auth/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A fresh link to the cockpit, good once and for five minutes */
        readonly post: operations["createLink"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/auth/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A new operator's token in the token file; the old one stops working */
        readonly post: operations["rotateToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/config/schema": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The JSON Schema of config.toml, for editors */
        readonly get: operations["getConfigSchema"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/doctor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Examine the installation; changes nothing */
        readonly get: operations["getDoctor"];
        readonly put?: never;
        /** Examine the installation and, with `fix`, mend what is safe to mend */
        readonly post: operations["runDoctor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** SSE: every change of the fleet; with ?session also that session's rows */
        readonly get: operations["streamFleet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/harnesses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every harness with what it can do and its last probe */
        readonly get: operations["listHarnesses"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/harnesses/{id}/probe": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Look for its binary, version and sign-in; never calls a model */
        readonly post: operations["probeHarness"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** This API as an OpenAPI 3.1 document */
        readonly get: operations["getOpenApiJson"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/openapi.yaml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** This API as an OpenAPI 3.1 document, in YAML */
        readonly get: operations["getOpenApiYaml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/orchestrators": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All orchestrators */
        readonly get: operations["listOrchestrators"];
        readonly put?: never;
        /** The project's orchestrator: started, or the one that lives already */
        readonly post: operations["startOrchestrator"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/orchestrators/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One orchestrator; the id of another session is unknown here */
        readonly get: operations["getOrchestrator"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** All projects */
        readonly get: operations["listProjects"];
        readonly put?: never;
        /** Register a git work tree */
        readonly post: operations["addProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/projects/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One project */
        readonly get: operations["getProject"];
        readonly put?: never;
        readonly post?: never;
        /** Archive; removes nothing */
        readonly delete: operations["archiveProject"];
        readonly options?: never;
        readonly head?: never;
        /** Rename, or override settings of the repository’s file */
        readonly patch: operations["updateProject"];
        readonly trace?: never;
    };
    readonly "/api/v1/projects/{id}/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every effective value with where it comes from */
        readonly get: operations["getProjectConfig"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/projects/{id}/trust": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What the repository brings, and whether exactly this was approved */
        readonly get: operations["getTrust"];
        readonly put?: never;
        /** Approve what the repository brings, by its hash */
        readonly post: operations["trustProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Sessions, newest first; ended ones only with includeTerminated */
        readonly get: operations["listSessions"];
        readonly put?: never;
        /** Start an agent in a workspace of its own */
        readonly post: operations["spawnSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One session */
        readonly get: operations["getSession"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Rename */
        readonly patch: operations["renameSession"];
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/activity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** From an agent's hooks: active, idle, waiting_input, blocked, exited */
        readonly post: operations["reportActivity"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/answer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Answer an agent's question or approval */
        readonly post: operations["answerRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/blobs/{blob}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The whole of a value that a row only begins */
        readonly get: operations["getBlob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Stop the running turn */
        readonly post: operations["cancelTurn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/diff": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Against the base, or between two snapshots by number */
        readonly get: operations["getDiff"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Stored events: `after` ascending, `before` descending, at most 1,000 */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/files": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Files that differ from the base */
        readonly get: operations["listFiles"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/fork": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A new session and workspace at the newest snapshot */
        readonly post: operations["forkSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/kill": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End its processes, save its work, keep its worktree */
        readonly post: operations["killSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/raw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A launch's own output, from a byte offset */
        readonly get: operations["getRaw"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Bring an ended session back in its workspace */
        readonly post: operations["restoreSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/send": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Say something: starts a turn, or queues while one runs */
        readonly post: operations["sendMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Saved states of the workspace */
        readonly get: operations["listSnapshots"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/snapshots/{n}/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Write a snapshot back into the worktree, or into a directory */
        readonly post: operations["restoreSnapshot"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** SSE: replay, `caught-up`, then live; resumes by Last-Event-ID or ?after */
        readonly get: operations["streamSession"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/turns": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Start a turn; refused while one runs */
        readonly post: operations["startTurn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/turns/{n}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One turn: its state, times, exit code */
        readonly get: operations["getTurn"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/cleanup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Remove the clean worktrees of ended sessions */
        readonly post: operations["cleanupSessions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The daemon: where it listens, since when, which version */
        readonly get: operations["getStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/worktrees": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every worktree of the home, and who holds it */
        readonly get: operations["listWorktrees"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/auth/exchange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Give a link's single-use code, get a page's own bearer */
        readonly post: operations["exchangeCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/healthz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Is the daemon up? */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/readyz": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Has the daemon taken stock of its sessions? 503 until then. */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/shutdown": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Stop the daemon; `agents: keep` leaves the agents running */
        readonly post: operations["shutdown"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Bearer: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: number;
            readonly label: string;
            /** Format: date-time */
            readonly lastUsedAt: string | null;
            /** Format: date-time */
            readonly revokedAt: string | null;
        };
        readonly Change: {
            /** Format: date-time */
            readonly at: string;
            readonly payload?: unknown;
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "project_added" | "project_updated" | "project_archived" | "session_created" | "session_updated" | "session_ended" | "session_removed" | "turn_started" | "turn_ended";
        };
        readonly CleanupReport: {
            readonly dryRun: boolean;
            readonly removed: readonly {
                readonly branch: string | null;
                readonly branchDeleted: boolean;
                readonly session: string;
                readonly workspace: string;
            }[];
            readonly skipped: readonly {
                readonly message: string;
                /** @enum {string} */
                readonly reason: "dirty" | "held" | "locked" | "live_children" | "snapshot_failed" | "unsaved_file" | "nested_repository" | "failed";
                readonly session: string;
                readonly workspace: string;
            }[];
        };
        readonly ConfigValue: {
            readonly file?: string;
            readonly key: string;
            /** @enum {string} */
            readonly source: "default" | "user" | "repository" | "project" | "environment";
            readonly value?: unknown;
        };
        readonly Delivery: {
            /** @enum {string} */
            readonly state: "started";
            readonly turn: number;
        } | {
            readonly position: number;
            /** @enum {string} */
            readonly state: "queued";
        } | {
            readonly code: string;
            readonly message: string;
            /** @enum {string} */
            readonly state: "refused";
        };
        readonly Diff: {
            readonly base: string;
            readonly files: readonly components["schemas"]["DiffFile"][];
            readonly head: string;
            readonly patch: string;
            readonly truncated: boolean;
        };
        readonly DiffFile: {
            readonly additions: number | null;
            readonly binary: boolean;
            readonly deletions: number | null;
            readonly oldPath?: string;
            readonly path: string;
            /** @enum {string} */
            readonly status: "added" | "modified" | "deleted" | "renamed" | "type";
        };
        readonly DoctorReport: {
            readonly checks: readonly {
                readonly hint?: string;
                /** @enum {string} */
                readonly level: "PASS" | "WARN" | "FAIL";
                readonly message: string;
                readonly name: string;
                /** @enum {string} */
                readonly section: "Core" | "Tools" | "Harnesses" | "Forge" | "Consistency";
            }[];
            readonly failures: number;
            readonly ok: boolean;
        };
        readonly Error: {
            /** @enum {string} */
            readonly code: "PATH_REQUIRED" | "INVALID_PATH" | "NOT_A_GIT_REPO" | "PROJECT_UNBORN" | "INVALID_PROJECT_ID" | "PATH_ALREADY_REGISTERED" | "ID_ALREADY_REGISTERED" | "PROJECT_NOT_FOUND" | "PROJECT_HAS_SESSIONS" | "WORKTREE_UNSUPPORTED" | "UNKNOWN_HARNESS" | "HARNESS_BINARY_NOT_FOUND" | "HARNESS_SIGNED_OUT" | "UNSUPPORTED_MODEL" | "ABILITY_MISSING" | "INVALID_BRANCH" | "BRANCH_CHECKED_OUT_ELSEWHERE" | "BRANCH_NAMESPACE_TAKEN" | "BASE_REF_NOT_FOUND" | "SETUP_FAILED" | "SETUP_NOT_TRUSTED" | "SESSION_LIMIT" | "PROMPT_REQUIRED" | "PROMPT_TOO_LONG" | "SESSION_NOT_FOUND" | "SESSION_ENDED" | "SESSION_NOT_RESTORABLE" | "TURN_IN_PROGRESS" | "TURN_TIMEOUT" | "NO_TURN" | "LAUNCH_CHANGED" | "REQUEST_NOT_FOUND" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "INVALID_ACTIVITY_STATE" | "NAME_REQUIRED" | "WORKSPACE_DIRTY" | "SNAPSHOT_NOT_FOUND" | "INVALID_CURSOR" | "INVALID_QUERY" | "UNAUTHORIZED" | "FORBIDDEN_ORIGIN" | "FORBIDDEN_HOST" | "FORBIDDEN_SCOPE" | "RATE_LIMITED" | "STORE_TOO_NEW" | "NOT_READY" | "INTERNAL_ERROR" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INVALID_JSON" | "INVALID_BODY" | "BODY_TOO_LARGE" | "INVALID_CONFIG" | "INVALID_NAME" | "BLOB_NOT_FOUND" | "TURN_NOT_FOUND" | "BEARER_NOT_FOUND" | "SESSION_STARTING" | "SPAWN_CANCELLED" | "SNAPSHOT_FAILED" | "DESTINATION_NOT_EMPTY" | "RESOURCE_FLOOR" | "LAUNCH_FAILED" | "LAUNCH_UNRECORDED" | "SPOOL_UNWRITABLE" | "STORE_UNWRITABLE" | "ADAPTER_FAILED" | "AGENT_STALLED" | "AGENT_FAILED" | "GIT_FAILED" | "CODE_EXPIRED" | "DAEMON_NOT_RUNNING" | "DAEMON_START_FAILED" | "INSECURE_BIND" | "CONFIRMATION_REQUIRED" | "USAGE";
            readonly details?: unknown;
            /** @enum {string} */
            readonly error: "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "too_large" | "unprocessable" | "rate_limited" | "internal" | "unavailable";
            readonly hint?: string;
            readonly message: string;
            readonly requestId: string;
        };
        readonly EventRow: {
            /** Format: date-time */
            readonly at: string;
            readonly from?: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "user";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            /** @enum {string} */
            readonly source: "operator" | "session" | "queue" | "daemon";
            readonly text: string;
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "session";
            readonly model: string | null;
            readonly nativeId: string;
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "text";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly text: string;
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "thinking";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly text: string;
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly callId: string;
            readonly id: number;
            readonly input?: unknown;
            /** @enum {string} */
            readonly kind: "tool";
            readonly name: string;
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly callId: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "tool_result";
            readonly ok: boolean;
            readonly output: string;
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly truncated: boolean;
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly cacheRead: number | null;
            readonly cacheWrite: number | null;
            readonly costUsd: number | null;
            readonly id: number;
            readonly input: number | null;
            /** @enum {string} */
            readonly kind: "usage";
            readonly output: number | null;
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "request";
            readonly options: readonly string[];
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly requestId: string;
            readonly text: string;
            readonly turn: number | null;
            /** @enum {string} */
            readonly type: "approval" | "question";
        } | {
            /** Format: date-time */
            readonly at: string;
            /** @enum {string} */
            readonly by: "operator" | "policy" | "timeout";
            readonly decision: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "request_resolved";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly requestId: string;
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly durationMs: number | null;
            readonly id: number;
            readonly isError: boolean;
            /** @enum {string} */
            readonly kind: "result";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly text: string;
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly category: components["schemas"]["FailureCategory"];
            readonly code: string;
            readonly evidence: readonly components["schemas"]["Evidence"][];
            readonly id: number;
            /** @enum {string} */
            readonly kind: "error";
            readonly message: string;
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number | null;
        } | ({
            /** Format: date-time */
            readonly at: string;
            readonly code: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "notice";
            readonly message: string;
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number | null;
        } & {
            readonly [key: string]: unknown;
        }) | {
            /** Format: date-time */
            readonly at: string;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "cancelled";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number | null;
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly durationMs: number | null;
            readonly exitCode: number | null;
            readonly id: number;
            /** @enum {string} */
            readonly kind: "turn_end";
            /** @enum {string} */
            readonly outcome: "completed" | "error" | "cancelled" | "lost";
            readonly refs?: {
                readonly [key: string]: {
                    readonly blob: string;
                    readonly bytes: number;
                };
            };
            readonly turn: number;
        };
        readonly Evidence: {
            /** @enum {string} */
            readonly channel: "exit" | "event" | "stderr" | "http" | "log" | "runtime";
            readonly exitCode?: number | null;
            readonly message?: string;
            readonly resetsAt?: string;
            readonly retryAfterSeconds?: number;
            readonly signal?: string | null;
            readonly stated?: components["schemas"]["FailureCategory"];
            readonly status?: number;
            readonly type?: string;
        };
        /** @enum {string} */
        readonly FailureCategory: "usage_limit" | "rate_limit" | "overloaded" | "transient" | "stalled" | "launch" | "auth" | "invalid_model" | "context_lost" | "incomplete" | "no_change" | "agent_error" | "unknown" | "cancelled";
        readonly Harness: {
            readonly abilities: {
                readonly deltas: boolean;
                readonly fork: boolean;
                readonly interrupt: boolean;
                readonly models: boolean;
                readonly permissions: readonly ("bypass" | "ask" | "read-only")[];
                readonly questions: boolean;
                readonly resume: boolean;
                readonly steer: boolean;
                readonly thinking: boolean;
                readonly tools: boolean;
                /** @enum {string} */
                readonly usage: "none" | "tokens" | "tokens+cost";
            };
            readonly custom: boolean;
            readonly id: string;
            readonly install: string;
            readonly name: string;
            readonly passEnv: readonly string[];
            /** Format: date-time */
            readonly probedAt: string | null;
            /** @enum {string} */
            readonly proven: "tested" | "untested";
            readonly readiness: {
                readonly binary: string | null;
                readonly hint?: string;
                readonly message: string;
                /** @enum {string} */
                readonly state: "ready" | "missing" | "signed-out" | "unknown";
                /** @enum {string} */
                readonly tested: "inside" | "outside" | "unknown";
                readonly version: string | null;
            } | null;
            readonly testedVersions: string;
        };
        readonly Health: {
            readonly pid: number;
            /** @enum {string} */
            readonly service: "drover";
            readonly status: string;
            readonly version: string;
        };
        readonly Project: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly defaultBranch: string;
            readonly id: string;
            readonly name: string;
            readonly path: string;
            readonly repo: string;
            /** @enum {string} */
            readonly status: "ok" | "degraded";
            readonly trusted: boolean;
        };
        readonly Session: {
            readonly activity: {
                /** Format: date-time */
                readonly since: string;
                /** @enum {string} */
                readonly state: "working" | "idle" | "waiting_input" | "blocked" | "unknown";
            };
            readonly activitySpark: readonly number[];
            readonly baseRef: string | null;
            readonly branch: string | null;
            readonly children: readonly {
                readonly command: string;
                readonly launchId: string;
                readonly pid: number;
            }[];
            /** Format: date-time */
            readonly createdAt: string;
            /** @enum {string|null} */
            readonly endedBy: "operator" | "agent" | "reaper" | "watchdog" | "daemon" | null;
            /** @enum {string|null} */
            readonly endReason: "completed" | "killed" | "aborted" | "stalled" | "agent_exit" | "merged" | "archived" | null;
            readonly filesChanged: number | null;
            readonly harness: string;
            readonly health: {
                /** Format: date-time */
                readonly since: string;
                /** @enum {string} */
                readonly state: "alive" | "slowing" | "suspect" | "dead" | "unknown";
                readonly why: string;
            } | null;
            readonly id: string;
            /** @enum {string} */
            readonly kind: "worker" | "orchestrator";
            /** Format: date-time */
            readonly lastActivityAt: string;
            readonly lastEventId: number;
            readonly lastText: string | null;
            readonly launch: {
                readonly id: string;
                readonly pid: number | null;
                /** Format: date-time */
                readonly startedAt: string;
            } | null;
            readonly model: string | null;
            readonly name: string;
            readonly nativeId: string | null;
            /** @enum {string} */
            readonly permissions: "bypass" | "ask" | "read-only";
            /** @enum {string} */
            readonly phase: "starting" | "live" | "ended";
            readonly projectId: string;
            readonly queued: number;
            readonly request: {
                readonly options: readonly string[];
                readonly requestId: string;
                readonly text: string;
                /** @enum {string} */
                readonly type: "approval" | "question";
            } | null;
            /** @enum {string} */
            readonly status: "starting" | "working" | "idle" | "needs_input" | "blocked" | "parked" | "unknown" | "ended";
            readonly totals: {
                readonly costUsd: number | null;
                readonly inputTokens: number | null;
                readonly outputTokens: number | null;
            };
            readonly trouble: {
                readonly code: string;
                readonly message: string;
            } | null;
            readonly turn: {
                readonly n: number;
                /** Format: date-time */
                readonly startedAt: string;
                /** @enum {string} */
                readonly state: "running" | "completed" | "error" | "cancelled" | "lost";
            } | null;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly workspace: string | null;
        };
        readonly Snapshot: {
            readonly additions: number;
            /** Format: date-time */
            readonly at: string;
            readonly commit: string;
            readonly deletions: number;
            readonly files: number;
            readonly n: number;
            readonly parent: string | null;
            /** @enum {string} */
            readonly reason: "turn" | "kill" | "cleanup" | "restore" | "fork" | "recover" | "stop" | "takeover" | "manual";
            readonly ref: string;
            readonly sessionId: string;
            readonly skipped: readonly {
                readonly bytes: number;
                readonly path: string;
                readonly why: string;
            }[];
            readonly turn: number | null;
        };
        readonly Status: {
            readonly home: string;
            readonly lastSeq: number;
            readonly pid: number;
            readonly port: number | null;
            readonly socket: string | null;
            /** Format: date-time */
            readonly startedAt: string;
            /** @enum {string} */
            readonly state: "ready" | "not_ready";
            readonly uptimeSeconds: number;
            readonly version: string;
        };
        readonly Trust: {
            readonly commands: readonly string[];
            readonly config?: unknown;
            readonly hash: string;
            readonly needed: boolean;
            readonly previous?: unknown;
            readonly projectId: string;
            readonly trusted: boolean;
        };
        readonly Turn: {
            readonly code: string | null;
            readonly durationMs: number | null;
            /** Format: date-time */
            readonly endedAt: string | null;
            /** @enum {string|null} */
            readonly endedBy: "operator" | "agent" | "reaper" | "watchdog" | "daemon" | null;
            readonly exitCode: number | null;
            readonly launchId: string | null;
            readonly n: number;
            readonly sessionId: string;
            /** Format: date-time */
            readonly startedAt: string;
            /** @enum {string} */
            readonly state: "running" | "completed" | "error" | "cancelled" | "lost";
        };
        readonly Worktree: {
            readonly branch: string | null;
            readonly path: string;
            readonly projectId: string;
            readonly session: string | null;
            /** @enum {string} */
            readonly status: "held" | "ended" | "missing" | "orphan";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listBearers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every page that signed in */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bearers: readonly components["schemas"]["Bearer"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly revokeBearer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sign a page out; its streams are dropped */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly revoked: number;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BEARER_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly createLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description A fresh link to the cockpit, good once and for five minutes */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly code: string;
                        /** Format: date-time */
                        readonly expiresAt: string;
                        readonly url: string;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly rotateToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description A new operator's token in the token file; the old one stops working */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {boolean} */
                        readonly rotated: true;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getConfigSchema: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The JSON Schema of config.toml, for editors */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly [key: string]: unknown;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getDoctor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Examine the installation; changes nothing */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoctorReport"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly runDoctor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @default false */
                    readonly fix?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Examine the installation and, with `fix`, mend what is safe to mend */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoctorReport"];
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly streamFleet: {
        readonly parameters: {
            readonly query?: {
                readonly after?: string;
                readonly session?: string;
                readonly sessionAfter?: string;
                readonly type?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description SSE: every change of the fleet; with ?session also that session's rows */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listHarnesses: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every harness with what it can do and its last probe */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly harnesses: readonly components["schemas"]["Harness"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly probeHarness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description Look for its binary, version and sign-in; never calls a model */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly harness: components["schemas"]["Harness"];
                    };
                };
            };
            /** @description UNKNOWN_HARNESS, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getOpenApiJson: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description This API as an OpenAPI 3.1 document */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getOpenApiYaml: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description This API as an OpenAPI 3.1 document, in YAML */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/yaml": string;
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listOrchestrators: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All orchestrators */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly orchestrators: readonly components["schemas"]["Session"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly startOrchestrator: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly projectId: string;
                };
            };
        };
        readonly responses: {
            /** @description The project's orchestrator: started, or the one that lives already */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly orchestrator: {
                            readonly id: string;
                            readonly projectId: string;
                        };
                    };
                };
            };
            /** @description UNKNOWN_HARNESS, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SETUP_NOT_TRUSTED, SESSION_LIMIT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description HARNESS_BINARY_NOT_FOUND */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getOrchestrator: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One orchestrator; the id of another session is unknown here */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly orchestrator: components["schemas"]["Session"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listProjects: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All projects */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly projects: readonly components["schemas"]["Project"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly addProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly id?: string;
                    readonly name?: string;
                    /** @default  */
                    readonly path?: string;
                };
            };
        };
        readonly responses: {
            /** @description Register a git work tree */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly project: components["schemas"]["Project"];
                    };
                };
            };
            /** @description PATH_REQUIRED, INVALID_PATH, NOT_A_GIT_REPO, INVALID_PROJECT_ID, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PATH_ALREADY_REGISTERED, ID_ALREADY_REGISTERED */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_UNBORN, WORKTREE_UNSUPPORTED */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One project */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly project: components["schemas"]["Project"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly archiveProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Archive; removes nothing */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly project: components["schemas"]["Project"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_HAS_SESSIONS */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly updateProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string;
                    readonly settings?: {
                        readonly [key: string]: unknown;
                    };
                };
            };
        };
        readonly responses: {
            /** @description Rename, or override settings of the repository’s file */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly project: components["schemas"]["Project"];
                    };
                };
            };
            /** @description NAME_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INVALID_CONFIG */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getProjectConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every effective value with where it comes from */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly config: readonly components["schemas"]["ConfigValue"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INVALID_CONFIG */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getTrust: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the repository brings, and whether exactly this was approved */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly trust: components["schemas"]["Trust"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INVALID_CONFIG */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly trustProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly hash?: string;
                };
            };
        };
        readonly responses: {
            /** @description Approve what the repository brings, by its hash */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly project: components["schemas"]["Project"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SETUP_NOT_TRUSTED */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INVALID_CONFIG */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly includeTerminated?: boolean;
                readonly kind?: "worker" | "orchestrator";
                readonly limit?: number;
                readonly project?: string;
                readonly status?: "starting" | "working" | "idle" | "needs_input" | "blocked" | "parked" | "unknown" | "ended";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sessions, newest first; ended ones only with includeTerminated */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly nextCursor?: string;
                        readonly sessions: readonly components["schemas"]["Session"][];
                    };
                };
            };
            /** @description INVALID_CURSOR, INVALID_QUERY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly spawnSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly base?: string;
                    readonly branch?: string;
                    readonly harness?: string;
                    readonly ignoreConfig?: boolean;
                    /** @enum {string} */
                    readonly kind?: "worker" | "orchestrator";
                    readonly model?: string;
                    readonly name?: string;
                    /** @enum {string} */
                    readonly permissions?: "bypass" | "ask" | "read-only";
                    readonly projectId?: string | null;
                    /** @default  */
                    readonly prompt?: string;
                    readonly scratch?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Start an agent in a workspace of its own */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description UNKNOWN_HARNESS, INVALID_BRANCH, PROMPT_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BRANCH_CHECKED_OUT_ELSEWHERE, BRANCH_NAMESPACE_TAKEN, SETUP_NOT_TRUSTED, SESSION_LIMIT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROMPT_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description HARNESS_BINARY_NOT_FOUND, HARNESS_SIGNED_OUT, UNSUPPORTED_MODEL, ABILITY_MISSING, BASE_REF_NOT_FOUND, SETUP_FAILED, LAUNCH_FAILED */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RESOURCE_FLOOR, NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One session */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly renameSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @default  */
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            /** @description Rename */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description NAME_REQUIRED, INVALID_NAME, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly reportActivity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @default  */
                    readonly state?: string;
                };
            };
        };
        readonly responses: {
            /** @description From an agent's hooks: active, idle, waiting_input, blocked, exited */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_ACTIVITY_STATE, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly answerRequest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly decision?: string;
                    readonly requestId: string;
                    readonly text?: string;
                };
            };
        };
        readonly responses: {
            /** @description Answer an agent's question or approval */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND, REQUEST_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getBlob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly blob: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole of a value that a row only begins */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND, BLOB_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly cancelTurn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly launchId?: string;
                };
            };
        };
        readonly responses: {
            /** @description Stop the running turn */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NO_TURN, LAUNCH_CHANGED */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getDiff: {
        readonly parameters: {
            readonly query?: {
                readonly file?: string;
                readonly from?: number;
                readonly stat?: boolean;
                readonly to?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Against the base, or between two snapshots by number */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly diff: components["schemas"]["Diff"];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND, SNAPSHOT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description GIT_FAILED */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                readonly after?: number;
                readonly before?: number;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Stored events: `after` ascending, `before` descending, at most 1,000 */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly events: readonly components["schemas"]["EventRow"][];
                        readonly nextCursor?: string;
                    };
                };
            };
            /** @description INVALID_CURSOR, INVALID_QUERY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listFiles: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Files that differ from the base */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly files: readonly components["schemas"]["DiffFile"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description GIT_FAILED */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly forkSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string;
                    readonly prompt?: string;
                };
            };
        };
        readonly responses: {
            /** @description A new session and workspace at the newest snapshot */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_STARTING, SESSION_LIMIT */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly killSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly launchId?: string;
                };
            };
        };
        readonly responses: {
            /** @description End its processes, save its work, keep its worktree */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description LAUNCH_CHANGED */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getRaw: {
        readonly parameters: {
            readonly query?: {
                readonly channel?: "stdout" | "stderr";
                readonly from?: number;
                readonly launch?: number;
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A launch's own output, from a byte offset */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly launch: number;
                        readonly next: number;
                        readonly size: number;
                        readonly text: string;
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly restoreSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description Bring an ended session back in its workspace */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_RESTORABLE */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly sendMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly interrupt?: boolean;
                    readonly launchId?: string;
                    /** @default  */
                    readonly message?: string;
                    readonly steer?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Say something: starts a turn, or queues while one runs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly delivery: components["schemas"]["Delivery"];
                    };
                };
            };
            /** @description MESSAGE_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_ENDED, LAUNCH_CHANGED */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listSnapshots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Saved states of the workspace */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly snapshots: readonly components["schemas"]["Snapshot"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly restoreSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly n: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly to?: string;
                };
            };
        };
        readonly responses: {
            /** @description Write a snapshot back into the worktree, or into a directory */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly files: number;
                        readonly snapshot: components["schemas"]["Snapshot"];
                        readonly to: string;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND, SNAPSHOT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description DESTINATION_NOT_EMPTY, TURN_IN_PROGRESS */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly streamSession: {
        readonly parameters: {
            readonly query?: {
                readonly after?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description SSE: replay, `caught-up`, then live; resumes by Last-Event-ID or ?after */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly startTurn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly launchId?: string;
                    readonly model?: string;
                    /** @default  */
                    readonly prompt?: string;
                };
            };
        };
        readonly responses: {
            /** @description Start a turn; refused while one runs */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly turn: components["schemas"]["Turn"];
                    };
                };
            };
            /** @description PROMPT_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS, LAUNCH_CHANGED */
            readonly 409: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROMPT_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING */
            readonly 422: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getTurn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
                readonly n: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One turn: its state, times, exit code */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly turn: components["schemas"]["Turn"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description SESSION_NOT_FOUND, TURN_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly cleanupSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @default false */
                    readonly dryRun?: boolean;
                    readonly projectId?: string;
                };
            };
        };
        readonly responses: {
            /** @description Remove the clean worktrees of ended sessions */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CleanupReport"];
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description PROJECT_NOT_FOUND */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The daemon: where it listens, since when, which version */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Status"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly listWorktrees: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every worktree of the home, and who holds it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly worktrees: readonly components["schemas"]["Worktree"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly exchangeCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly code: string;
                };
            };
        };
        readonly responses: {
            /** @description Give a link's single-use code, get a page's own bearer */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly bearer: string;
                        readonly id: number;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description CODE_EXPIRED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Is the daemon up? */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            /** @description FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Has the daemon taken stock of its sessions? 503 until then. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            /** @description FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description NOT_READY */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly shutdown: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @default stop
                     * @enum {string}
                     */
                    readonly agents?: "stop" | "keep";
                };
            };
        };
        readonly responses: {
            /** @description Stop the daemon; `agents: keep` leaves the agents running */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly agents: "stop" | "keep";
                        /** @enum {string} */
                        readonly status: "stopping";
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_ORIGIN, FORBIDDEN_SCOPE, FORBIDDEN_HOST */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description INTERNAL_ERROR */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
