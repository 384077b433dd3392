/**
 * The API's paths, operations and shapes as types, for the CLI and the cockpit. Generated from the routes by
 * scripts/generate-client.ts; a test fails when it is behind them. Do not edit.
 */
export interface paths {
    readonly "/.well-known/t3/environment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a controller written for T3 finds here, where [doors] t3 says so */
        readonly get: operations["getT3Environment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/orchestration/dispatch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** One command of T3: project.create, thread.create, thread.turn.start, interrupt, stop, archive, delete */
        readonly post: operations["dispatchT3"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/orchestration/shell": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The same without what is archived or deleted, with what waits for a person */
        readonly get: operations["getT3Shell"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/orchestration/snapshot": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Projects and threads of T3’s controllers; of 0.0.27 with their last messages */
        readonly get: operations["getT3Snapshot"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The commands of `[actions]`, in the order of the file */
        readonly get: operations["listActions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/actions/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Run one by its exact name: 200 when it exits with 0, 502 with the same body otherwise */
        readonly post: operations["runAction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/afk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The loop: whether it runs, what is enrolled, each issue seen with why it was taken or not */
        readonly get: operations["afkStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/afk/enrol": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Look at what the loop needs of a project’s repository, and enrol it */
        readonly post: operations["enrolProject"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/afk/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take issues again */
        readonly post: operations["resumeAfk"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/afk/run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take one issue of an enrolled repository by hand */
        readonly post: operations["runIssue"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/afk/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take no more issues; with `now` what is under way is withdrawn too */
        readonly post: operations["stopAfk"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/agents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Agent specs with their state, until when, success rate, median duration and cost */
        readonly get: operations["listAgents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/agents/reset": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take pause, freeze and bench of an agent and its account back */
        readonly post: operations["resetAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
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
    readonly "/api/v1/costs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What agents cost since a time, summed by project, agent, model, session, role, task, effort or day */
        readonly get: operations["getCosts"];
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
        /** Examine the installation; changes nothing and asks nobody outside of this machine */
        readonly get: operations["getDoctor"];
        readonly put?: never;
        /** Examine the installation, ask the forge whose token this is and, with `fix`, mend what is safe to mend */
        readonly post: operations["runDoctor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/efforts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Efforts, newest first */
        readonly get: operations["listEfforts"];
        readonly put?: never;
        /** Start an effort: a root session that works towards the goal; `into` is the consent for its merges */
        readonly post: operations["startEffort"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/efforts/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One effort with its sessions, merges and totals; a session sees its own */
        readonly get: operations["getEffort"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** Another budget, or none; what the old one held goes on */
        readonly patch: operations["changeEffort"];
        readonly trace?: never;
    };
    readonly "/api/v1/efforts/{id}/complete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Say that it is done; what is not is written beside it, and its sessions end */
        readonly post: operations["completeEffort"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/efforts/{id}/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End its turns and sessions, call its merges off, keep its work */
        readonly post: operations["stopEffort"];
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
    readonly "/api/v1/groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Groups of tasks, oldest first */
        readonly get: operations["listGroups"];
        readonly put?: never;
        /** Put tasks into a group; it is complete, once, when all of them are done */
        readonly post: operations["createGroup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/groups/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One group, and what of it is missing */
        readonly get: operations["getGroup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/groups/{id}/add": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** More tasks into a group that is not complete */
        readonly post: operations["addToGroup"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/groups/{id}/rm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Tasks out of a group; they stay in the queue */
        readonly post: operations["removeFromGroup"];
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
    readonly "/api/v1/heats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Heats, newest first */
        readonly get: operations["listHeats"];
        readonly put?: never;
        /** One prompt and one base for several agents, a session each: all of them or none */
        readonly post: operations["startHeat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/heats/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One heat, with what each of its agents came to */
        readonly get: operations["getHeat"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/heats/{id}/keep": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Land one of them through the merge queue; the others end once it landed */
        readonly post: operations["keepOne"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/heats/{id}/verify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Run the project’s verify on each of them, or on one; answers before it is over */
        readonly post: operations["verifyHeat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/mail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Mail, newest first; a session sees its own */
        readonly get: operations["listMail"];
        readonly put?: never;
        /** Send a mail; an Idempotency-Key makes a repeated call answer as the first */
        readonly post: operations["sendMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/mail/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One mail */
        readonly get: operations["getMail"];
        readonly put?: never;
        readonly post?: never;
        /** Take back a message that waits */
        readonly delete: operations["cancelMail"];
        readonly options?: never;
        readonly head?: never;
        /** Other words for a message that waits */
        readonly patch: operations["editMail"];
        readonly trace?: never;
    };
    readonly "/api/v1/mail/{id}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put a message that waits at the head, the tail, or right behind another */
        readonly post: operations["moveMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/mail/{id}/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Its receiver has read it */
        readonly post: operations["readMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/mail/{id}/reply": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Answer to the other side, in its thread; a gate also takes one of its options */
        readonly post: operations["replyToMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/mail/purge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Throw away mail that was read, cancelled or is undeliverable */
        readonly post: operations["purgeMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/mail/threads/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** A thread, oldest first, by the id of any mail of it */
        readonly get: operations["getMailThread"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Merges, newest first; a session sees its own */
        readonly get: operations["listMerges"];
        readonly put?: never;
        /** Ask for a merge of a session or a branch; with dryRun only say what it would come to */
        readonly post: operations["enqueueMerge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One merge */
        readonly get: operations["getMerge"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/{id}/approve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let a proven merge land that waits for the operator */
        readonly post: operations["approveMerge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a merge out of its lane; what has landed stays */
        readonly post: operations["cancelMerge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/{id}/diff": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What it brings to its target */
        readonly get: operations["getMergeDiff"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/{id}/output": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What its verification said, from a byte offset */
        readonly get: operations["getMergeOutput"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/{id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Go on: from a person’s resolution, with the proven result, or from the branch as it is now */
        readonly post: operations["retryMerge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/merges/predict": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** What a merge would come to: tier, conflicts, files, what stands in the way */
        readonly post: operations["predictMerge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notify": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every place that rings, how it does, and the key that pages subscribe with */
        readonly get: operations["getNotify"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notify/rings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What rang, or waits to, newest first */
        readonly get: operations["listRings"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notify/subscriptions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A page takes Web Push from now on */
        readonly post: operations["subscribePush"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notify/subscriptions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** A page takes no Web Push any more */
        readonly delete: operations["unsubscribePush"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/notify/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ring one place, or all of them, now */
        readonly post: operations["testNotify"];
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
    readonly "/api/v1/presence": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Who works where while nobody looks; agents may ask too */
        readonly get: operations["listPresence"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/progress": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What agents said of their progress, newest first */
        readonly get: operations["listProgress"];
        readonly put?: never;
        /** Say how far it is; an agent speaks for its own session */
        readonly post: operations["addProgress"];
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
    readonly "/api/v1/prs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Pull requests of sessions as they were last seen, newest first */
        readonly get: operations["listPullRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One pull request as it was last seen */
        readonly get: operations["getPullRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}/close": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Close it at the forge without a merge; the branch stays */
        readonly post: operations["closePullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}/diff": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Its changes as a patch, as the forge shows them */
        readonly get: operations["diffPullRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}/look": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ask the forge about it now */
        readonly post: operations["lookAtPullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}/merge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Merge it at the forge, if it is green, not objected to and still what was shown */
        readonly post: operations["mergePullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A draft is one no longer; twice is once */
        readonly post: operations["readyPullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/prs/{id}/resolve-comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Resolve these review threads at the forge, or every one that is open; a session may resolve those of its own */
        readonly post: operations["resolvePullRequestThreads"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Relays, newest first */
        readonly get: operations["listRelays"];
        readonly put?: never;
        /** Start a relay on a prompt or on the queue, or go on with an unfinished one */
        readonly post: operations["startRelay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One relay */
        readonly get: operations["getRelay"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/land": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Bring the branch of a relay to its base through the merge queue */
        readonly post: operations["landRelay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Begin no further try; the running ones go on */
        readonly post: operations["pauseRelay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Go on after a pause */
        readonly post: operations["resumeRelay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/skip": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Call the running tries off; their tasks go to the next agent */
        readonly post: operations["skipTry"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End it after the running tries, or with them */
        readonly post: operations["stopRelay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/tries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The tries of a relay, oldest first */
        readonly get: operations["listRelayTries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/{id}/tries/{n}/prompt": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The prompt that a try was given */
        readonly get: operations["getTryPrompt"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/relays/plan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The schedule, the argv and the prompts of the first tries; starts nothing */
        readonly post: operations["planRelay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/routes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every route resolved, with errors and warnings; starts no agent */
        readonly get: operations["checkRoutes"];
        readonly put?: never;
        readonly post?: never;
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
        /** Sessions, newest first; ended ones only with includeTerminated, archived ones only with includeArchived too */
        readonly get: operations["listSessions"];
        readonly put?: never;
        /** Start an agent in a workspace of its own; with a role, under its parent */
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
        /** Another name, or another model from the next turn on */
        readonly patch: operations["changeSession"];
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
    readonly "/api/v1/sessions/{id}/archive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put an ended session out of sight; with `end` it is ended first */
        readonly post: operations["archiveSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/attachments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A file for the next message: an image, a PDF or text of at most 10 MB; name its id in `attachments` of send */
        readonly post: operations["keepAttachment"];
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
        /** Stop the running turn; `cancelled: false` where none runs */
        readonly post: operations["cancelTurn"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/children": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The sessions that this one started, oldest first, ended ones too */
        readonly get: operations["listChildren"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/commit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a session left uncommitted, with a message proposed for it */
        readonly get: operations["proposeCommit"];
        readonly put?: never;
        /** Commit what a session left; null when nothing was */
        readonly post: operations["commitLeftovers"];
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
    readonly "/api/v1/sessions/{id}/dismiss": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Let go of a session that is needed no more; also by the session that started it */
        readonly post: operations["dismissSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/editor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Start the editor of `[editor] open` where the daemon runs, with the workspace or one file of it */
        readonly post: operations["openEditor"];
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
        /** A new session and workspace at the newest snapshot, for the same agent or another */
        readonly post: operations["forkSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/guard": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** From an agent's hooks, before a tool is called: may it be? Takes the hook's payload as its CLI wrote it */
        readonly post: operations["guardCall"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/headless": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Leave the interface of a session; its conversation goes on headless */
        readonly post: operations["makeHeadless"];
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
    readonly "/api/v1/sessions/{id}/landing": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** How its work stands in git now, the next sensible step and the others */
        readonly get: operations["lookAtLanding"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/nudge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Remind a session: a turn begins or is queued; not twice within half a minute */
        readonly post: operations["nudgeSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/open": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Go on with a headless session in its CLI's own interface, in a terminal */
        readonly post: operations["openTerminal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/paths": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Files of the workspace by a few letters, the best first; ignored ones are left out */
        readonly get: operations["findPaths"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/places": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Where its work can be looked at: the operator’s editor, and the ports of its own on which something listens */
        readonly get: operations["getPlaces"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/pr": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The pull requests of a session */
        readonly get: operations["listSessionPullRequests"];
        readonly put?: never;
        /** Push the session’s branch and open a pull request; the one that is open already is answered instead */
        readonly post: operations["openPullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/pr/claim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a pull request over: the worktree switches to its branch, who had it is told */
        readonly post: operations["claimPullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/pr/proposal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** What a pull request of this session would say */
        readonly get: operations["proposePullRequest"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/push": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Push its branch under its own name; never with force */
        readonly post: operations["pushBranch"];
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
    readonly "/api/v1/sessions/{id}/retry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The words of its last turn once more, to the same agent or another */
        readonly post: operations["retrySession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The draft: its note, its comments, and where the code of each is now */
        readonly get: operations["getReview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /** The note that stands before the comments */
        readonly patch: operations["setReviewNote"];
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The files of a view, what is committed, staged and uncommitted, and the turns and commits to look at */
        readonly get: operations["getReviewChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/comments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Comment on a line or a range; with the id of a comment, change it */
        readonly post: operations["putReviewComment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/comments/{comment}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /** Take a comment back */
        readonly delete: operations["deleteReviewComment"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/file": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The bytes of one side of a file, for pictures */
        readonly get: operations["getReviewFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/pr": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Give the draft of a review as the review of the session’s pull request, once */
        readonly post: operations["reviewPullRequest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/send": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** The draft becomes the next message, once; an Idempotency-Key makes a repeated call answer as the first */
        readonly post: operations["sendReview"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/review/viewed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Remember that a difference was read, until it is another one */
        readonly post: operations["setReviewViewed"];
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
    readonly "/api/v1/sessions/{id}/switch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Another agent goes on in the same worktree; the conversation of the one before is kept */
        readonly post: operations["switchAgent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/terminal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The program that shows the terminal of a session on this machine */
        readonly get: operations["getTerminal"];
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
    readonly "/api/v1/sessions/{id}/unarchive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Bring an archived session back into sight */
        readonly post: operations["unarchiveSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/update": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Merge the base into its branch, in its worktree; with hand the agent gets the conflicts */
        readonly post: operations["updateFromBase"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}/wait": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Agree to wait for children, mail, a task or a time; answers at once */
        readonly post: operations["waitFor"];
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
    readonly "/api/v1/talk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Every persona, with its presets and the conversation that is held with it */
        readonly get: operations["listTalks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/talk/{persona}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One of them */
        readonly get: operations["getTalk"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/talk/{persona}/new": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put the conversation away: it ends, and the next words begin another */
        readonly post: operations["endTalk"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/talk/{persona}/say": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Say something: a turn begins, or it waits for the running one; a message is said once by its `id` */
        readonly post: operations["sayToPersona"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Tasks in the order of the queue */
        readonly get: operations["listTasks"];
        readonly put?: never;
        /** Add a task; an agent adds to its own project */
        readonly post: operations["addTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One task; `current` is the one that the calling session holds */
        readonly get: operations["getTask"];
        readonly put?: never;
        readonly post?: never;
        /** Take a task out of the queue */
        readonly delete: operations["removeTask"];
        readonly options?: never;
        readonly head?: never;
        /** Change a task; state ready tries it again, cancelled puts it aside */
        readonly patch: operations["changeTask"];
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/{id}/claim": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Take a task; the claim is a lease that lives as long as the launch */
        readonly post: operations["claimTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/{id}/done": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Report a task as done; inside a relay it is a claim that is verified */
        readonly post: operations["finishTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/{id}/fail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Report that a task cannot be done, or that it needs a person */
        readonly post: operations["failTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/{id}/handoff": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Report what was done and what is left, as follow-ups right behind it */
        readonly post: operations["handOffTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/{id}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Put a task at the head, the tail, or right behind another */
        readonly post: operations["moveTask"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tasks/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Add the tasks of a file: a Markdown list, laps.json, or an export; all of them or none */
        readonly post: operations["importTasks"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/tries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** The newest tries of a project, or the one with this number */
        readonly get: operations["listTries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/trips": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Trips of the loop, newest first */
        readonly get: operations["listTrips"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/trips/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One trip, with the checklist on its issue */
        readonly get: operations["getTrip"];
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
    readonly "/execute": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** As POST /jobs, in the words of the predecessor: `agent` is a persona or an agent */
        readonly post: operations["execute"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Is the daemon up, and is there room at its doors? */
        readonly get: operations["getDoorHealth"];
        readonly put?: never;
        readonly post?: never;
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
    readonly "/hooks/github": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** A signed delivery of GitHub: the repository that it names is looked at now; off until a secret is set */
        readonly post: operations["githubHook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Jobs, newest first, by pages of 50 */
        readonly get: operations["listJobs"];
        readonly put?: never;
        /** One prompt for one agent; an Idempotency-Key gives the same job again */
        readonly post: operations["startJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One job: its state, output, usage, cost, files changed and branch */
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/jobs/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** End a job; `cancelled: false` where it had ended */
        readonly post: operations["cancelJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/jobs/{id}/stream": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** SSE: `job` at each step, the rows of its session as they come, `end` at the end */
        readonly get: operations["streamJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/mcp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Model Context Protocol (streamable HTTP): tools, transcripts, prompts; the token says which */
        readonly post: operations["mcp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/metrics": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Figures as Prometheus reads them; the metrics token opens it too, and nothing else */
        readonly get: operations["getMetrics"];
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
    readonly "/v1/chat/completions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Ask a persona or an agent, as OpenAI clients do; `stream: true` answers with server-sent events */
        readonly post: operations["createChatCompletion"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/conversational": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** One turn of a conversation under an id of your own: `{session_id, message, model?, stream?}` */
        readonly post: operations["speak"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Names that a request may give as its model: personas, models, aliases, agents */
        readonly get: operations["listModels"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/models/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** One of them; 404 when nobody serves it */
        readonly get: operations["getModel"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/responses": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** OpenAI's newer shape; `previous_response_id` goes on with the conversation */
        readonly post: operations["createResponse"];
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
        readonly Action: {
            readonly before: string | null;
            readonly confirm: string | null;
            readonly mutating: boolean;
            readonly name: string;
            /** Format: date-time */
            readonly runningSince: string | null;
            readonly timeoutSeconds: number;
            readonly title: string;
        };
        readonly ActionResult: {
            readonly before?: {
                readonly durationMs: number;
                readonly exitCode: number | null;
                readonly kept: string | null;
                readonly name: string;
                readonly rejected: boolean;
                readonly stderr: string;
                readonly stdout: string;
            };
            readonly durationMs: number;
            readonly exitCode: number | null;
            readonly name: string;
            readonly rejected: boolean;
            readonly stderr: string;
            readonly stdout: string;
        };
        readonly AfkStatus: {
            readonly enrolled: readonly components["schemas"]["Enrolment"][];
            readonly labels: {
                readonly human: string;
                readonly inProgress: string;
                readonly ready: string;
            };
            readonly looks: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly error: string | null;
                readonly repo: string;
            }[];
            readonly presence: readonly {
                readonly key: string;
                readonly sessionId: string | null;
                /** Format: date-time */
                readonly since: string;
                readonly text: string;
                readonly tripId: string;
            }[];
            readonly seen: readonly components["schemas"]["SeenIssue"][];
            /** @enum {string} */
            readonly state: "off" | "error" | "stopped" | "on";
            /** Format: date-time */
            readonly stoppedAt: string | null;
            readonly trips: readonly components["schemas"]["Trip"][];
            readonly waiting: readonly components["schemas"]["Trip"][];
            readonly why: string | null;
        };
        readonly AgentStanding: {
            readonly agent: string;
            readonly costUsd: number | null;
            readonly medianSeconds: number | null;
            readonly quotaScope: string;
            readonly reason: string | null;
            /** @enum {string} */
            readonly state: "active" | "paused" | "benched" | "frozen" | "probation" | "unavailable";
            readonly successRate: number | null;
            readonly tries: number;
            /** Format: date-time */
            readonly until: string | null;
        };
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
        readonly Budget: {
            readonly limitUsd: number;
            readonly projectId: string | null;
            /** @enum {string} */
            readonly scope: "project_day" | "project" | "day";
            readonly spentUsd: number;
            /** @enum {string} */
            readonly state: "ok" | "warned" | "reached";
        };
        readonly Change: {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Project"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "project_added";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Project"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "project_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Project"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "project_archived";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Session"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "session_created";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Session"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "session_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Session"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "session_ended";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly code: string;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "session_removed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly turn: number;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "turn_started";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly code: string | null;
                readonly exitCode: number | null;
                /** @enum {string} */
                readonly outcome: "completed" | "error" | "cancelled" | "lost";
                readonly turn: number;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "turn_ended";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Merge"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "merge_queued";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Merge"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "merge_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Merge"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "merge_landed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Merge"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "merge_rejected";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["PullRequest"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_created";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["PullRequest"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly check: components["schemas"]["PullRequestCheck"];
                readonly head: string;
                readonly id: string;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_check_recorded";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly id: string;
                readonly thread: components["schemas"]["PullRequestThread"];
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_review_thread_added";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly id: string;
                readonly thread: components["schemas"]["PullRequestThread"];
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_review_thread_resolved";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly id: string;
                readonly thread: components["schemas"]["PullRequestThread"];
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_review_thread_reopened";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly from: string | null;
                readonly id: string;
                readonly to: string;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "pr_session_changed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload?: unknown;
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "task_added";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload?: unknown;
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "task_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload?: unknown;
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "task_removed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Relay"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "relay_started";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Relay"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "relay_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Relay"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "relay_ended";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Try"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "try_started";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Try"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "try_ended";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly agent: string;
                /** @enum {string} */
                readonly kind: "spec" | "scope";
                readonly reason: string | null;
                /** @enum {string} */
                readonly state: "active" | "paused" | "benched" | "frozen" | "probation" | "unavailable";
                /** Format: date-time */
                readonly until: string | null;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "agent_state_changed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Mail"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "mail_sent";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Mail"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "mail_delivered";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Mail"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "mail_read";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Mail"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "mail_undeliverable";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Effort"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "effort_started";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Effort"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "effort_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Effort"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "effort_completed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["TaskGroup"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "group_completed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly comments: number;
                readonly rev: number;
                readonly sessionId: string;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "review_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Heat"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "heat_started";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Heat"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "heat_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                readonly id: string;
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "heat_removed";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Trip"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "trip_started";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Trip"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "trip_updated";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: components["schemas"]["Trip"];
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "trip_ended";
        } | {
            /** Format: date-time */
            readonly at: string;
            readonly payload: {
                /** @enum {string} */
                readonly what: "stopped" | "resumed" | "enrolled" | "removed" | "looked";
            };
            readonly projectId: string | null;
            readonly seq: number;
            readonly sessionId?: string;
            /** @enum {string} */
            readonly type: "afk_changed";
        };
        readonly ChatCompletion: {
            readonly choices: readonly unknown[];
            readonly created: number;
            readonly id: string;
            readonly model: string;
            /** @enum {string} */
            readonly object: "chat.completion";
            readonly usage?: unknown;
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
                readonly reason: "external" | "dirty" | "held" | "locked" | "live_children" | "snapshot_failed" | "unsaved_file" | "nested_repository" | "failed";
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
        readonly CostRow: {
            readonly cacheReadTokens: number;
            readonly cacheWriteTokens: number;
            readonly costUsd: number | null;
            readonly inputTokens: number;
            readonly key: string;
            readonly label: string;
            readonly outputTokens: number;
            readonly sessions: number;
            readonly unknownCosts: number;
            readonly unknownTokens: number;
        };
        readonly Costs: {
            readonly budgets: readonly components["schemas"]["Budget"][];
            /** @enum {string} */
            readonly by: "project" | "agent" | "model" | "session" | "role" | "task" | "effort" | "day";
            readonly days: readonly components["schemas"]["CostRow"][];
            readonly rows: readonly components["schemas"]["CostRow"][];
            /** Format: date-time */
            readonly since: string;
            readonly total: {
                readonly cacheReadTokens: number;
                readonly cacheWriteTokens: number;
                readonly costUsd: number | null;
                readonly inputTokens: number;
                readonly outputTokens: number;
                readonly sessions: number;
                readonly unknownCosts: number;
                readonly unknownTokens: number;
            };
            /** Format: date-time */
            readonly until: string;
            readonly zone: string;
        };
        readonly Delivery: {
            /** @enum {string} */
            readonly delivery?: "confirmed" | "unconfirmed";
            /** @enum {string} */
            readonly state: "started";
            readonly turn: number;
        } | {
            readonly position: number;
            /** @enum {string} */
            readonly state: "queued";
            /** Format: date-time */
            readonly until?: string;
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
            readonly mark?: string;
            readonly oldPath?: string;
            readonly path: string;
            readonly skipped?: {
                readonly bytes: number;
                readonly files?: number;
                readonly why: string;
            };
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
        readonly DoorHealth: {
            readonly active: number;
            readonly busy: boolean;
            readonly capacity: number;
            readonly pid: number;
            readonly queued: number;
            /** @enum {string} */
            readonly service: "drover";
            readonly status: string;
            readonly version: string;
        };
        readonly DoorRefusal: {
            readonly detail?: string;
            readonly error: string;
            readonly supported?: readonly string[];
        };
        readonly Effort: {
            readonly budgetUsd: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly endedAt: string | null;
            readonly goal: string;
            readonly id: string;
            readonly into: string;
            readonly landed: readonly string[];
            readonly merges: readonly {
                readonly branch: string;
                /** Format: date-time */
                readonly createdAt: string;
                readonly id: string;
                readonly into: string;
                /** Format: date-time */
                readonly landedAt: string | null;
                readonly landedCommit: string | null;
                readonly reason: {
                    /** @enum {string} */
                    readonly code: "agent_failed" | "cancelled" | "checkout_refused" | "checked_out_twice" | "conflict" | "conflict_markers" | "failed" | "index_locked" | "local_behind" | "local_commits" | "nothing_to_merge" | "not_trusted" | "operation_under_way" | "push_refused" | "remote_unreachable" | "session_working" | "snapshot_failed" | "source_missing" | "superseded" | "target_dirty" | "target_missing" | "target_moved" | "unrelated_histories" | "unstaged_resolution" | "untracked_in_the_way" | "verify_failed" | "wrong_parents";
                    readonly message: string;
                    readonly paths?: readonly string[];
                } | null;
                readonly sessionId: string | null;
                /** @enum {string} */
                readonly state: "queued" | "merging" | "resolving" | "verifying" | "ready" | "landed" | "rejected" | "needs_human";
                /** @enum {string|null} */
                readonly tier: "clean" | "mechanical" | "agent" | "human" | null;
            }[];
            /** @enum {string} */
            readonly permissions: "bypass" | "ask" | "read-only";
            readonly projectId: string;
            readonly reason: string | null;
            readonly rootSessionId: string | null;
            readonly sessions: readonly {
                readonly branch: string | null;
                /** Format: date-time */
                readonly createdAt: string;
                readonly depth: number;
                readonly files: readonly string[];
                readonly id: string;
                readonly name: string;
                readonly parentId: string | null;
                readonly report: {
                    /** Format: date-time */
                    readonly at: string;
                    readonly mailId: string | null;
                    /** @enum {string} */
                    readonly state: "owed" | "reported" | "missing";
                } | null;
                readonly role: string;
                /** @enum {string} */
                readonly status: "ended" | "starting" | "needs_input" | "blocked" | "working" | "unknown" | "parked" | "failed" | "waiting" | "ci_failed" | "changes_requested" | "review_pending" | "draft" | "mergeable" | "approved" | "pr_open" | "merged" | "reported" | "idle";
                readonly taskId: string | null;
                readonly totals: {
                    readonly costUsd: number | null;
                    readonly inputTokens: number | null;
                    readonly outputTokens: number | null;
                };
                readonly turns: number;
                readonly waitingFor: {
                    /** @enum {string} */
                    readonly for: "children" | "mail" | "task" | "time";
                    /** Format: date-time */
                    readonly since: string;
                    readonly taskId: string | null;
                    /** Format: date-time */
                    readonly until: string | null;
                } | null;
            }[];
            /** @enum {string} */
            readonly state: "running" | "completed" | "failed" | "stopped";
            readonly totals: {
                readonly costUsd: number | null;
                readonly inputTokens: number | null;
                readonly outputTokens: number | null;
                readonly seconds: number;
                readonly unknownCosts: number;
            };
        };
        readonly Enrolment: {
            readonly agent: string | null;
            /** @enum {string} */
            readonly by: "file" | "enrolled";
            readonly ci: readonly string[];
            /** @enum {string} */
            readonly landing: "pr" | "push" | "agent";
            readonly projectId: string | null;
            readonly repo: string;
        };
        readonly Error: {
            /** @enum {string} */
            readonly code: "PATH_REQUIRED" | "INVALID_PATH" | "NOT_A_GIT_REPO" | "PROJECT_UNBORN" | "INVALID_PROJECT_ID" | "PATH_ALREADY_REGISTERED" | "ID_ALREADY_REGISTERED" | "PROJECT_NOT_FOUND" | "PROJECT_HAS_SESSIONS" | "WORKTREE_UNSUPPORTED" | "UNKNOWN_HARNESS" | "HARNESS_BINARY_NOT_FOUND" | "HARNESS_SIGNED_OUT" | "UNSUPPORTED_MODEL" | "ABILITY_MISSING" | "INVALID_BRANCH" | "BRANCH_CHECKED_OUT_ELSEWHERE" | "BRANCH_NAMESPACE_TAKEN" | "BASE_REF_NOT_FOUND" | "SETUP_FAILED" | "SETUP_NOT_TRUSTED" | "SESSION_LIMIT" | "PROMPT_REQUIRED" | "PROMPT_TOO_LONG" | "SESSION_NOT_FOUND" | "SESSION_ENDED" | "SESSION_NOT_RESTORABLE" | "TURN_IN_PROGRESS" | "TURN_TIMEOUT" | "NO_TURN" | "LAUNCH_CHANGED" | "REQUEST_NOT_FOUND" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "INVALID_ACTIVITY_STATE" | "NAME_REQUIRED" | "WORKSPACE_DIRTY" | "SNAPSHOT_NOT_FOUND" | "INVALID_CURSOR" | "INVALID_QUERY" | "UNAUTHORIZED" | "FORBIDDEN_ORIGIN" | "FORBIDDEN_HOST" | "FORBIDDEN_SCOPE" | "RATE_LIMITED" | "STORE_TOO_NEW" | "NOT_READY" | "INTERNAL_ERROR" | "TASK_NOT_FOUND" | "TASK_CLAIMED" | "TASK_BLOCKED" | "TASK_CYCLE" | "LEASE_LOST" | "RELAY_NOT_FOUND" | "RELAY_ENDED" | "RELAY_UNFINISHED" | "UNKNOWN_AGENT_SPEC" | "INVALID_QUOTA" | "ROUTE_EMPTY" | "QUEUE_UNREADABLE" | "ALL_AGENTS_UNAVAILABLE" | "AGENT_BENCHED" | "BUDGET_REACHED" | "REVIEW_EMPTY" | "REVIEW_CHANGED" | "COMMENT_NOT_FOUND" | "FILE_NOT_FOUND" | "ROLE_UNKNOWN" | "ROLE_MAY_NOT_SPAWN" | "PARENT_NOT_FOUND" | "DEPTH_EXCEEDED" | "CHILDREN_LIMIT" | "EFFORT_LIMIT" | "FILE_SCOPE_OVERLAP" | "MAIL_NOT_FOUND" | "UNKNOWN_RECIPIENT" | "EMPTY_GROUP" | "RECIPIENT_ENDED" | "MAIL_ANSWERED" | "INVALID_MAIL_TYPE" | "INVALID_PAYLOAD" | "EFFORT_NOT_FOUND" | "EFFORT_ENDED" | "GROUP_NOT_FOUND" | "GROUP_COMPLETED" | "WAIT_INVALID" | "MAIL_DELIVERED" | "ATTACHMENT_TOO_LARGE" | "ATTACHMENT_TYPE" | "ATTACHMENT_NOT_FOUND" | "EDITOR_FAILED" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INVALID_JSON" | "INVALID_BODY" | "BODY_TOO_LARGE" | "INVALID_CONFIG" | "INVALID_NAME" | "BLOB_NOT_FOUND" | "TURN_NOT_FOUND" | "SESSION_NOT_ENDED" | "NOTHING_TO_RETRY" | "TRY_NOT_FOUND" | "BEARER_NOT_FOUND" | "SESSION_STARTING" | "SPAWN_CANCELLED" | "SNAPSHOT_FAILED" | "SNAPSHOT_INCOMPLETE" | "DESTINATION_NOT_EMPTY" | "RESOURCE_FLOOR" | "RUNTIME_MISSING" | "AGENT_EXITED" | "SESSION_AWAITING_DECISION" | "TERMINAL_IN_USE" | "TERMINAL_UNREACHABLE" | "NOT_A_TERMINAL" | "LAUNCH_FAILED" | "LAUNCH_UNRECORDED" | "SPOOL_UNWRITABLE" | "STORE_UNWRITABLE" | "ADAPTER_FAILED" | "AGENT_STALLED" | "AGENT_FAILED" | "AGENT_CRASHED" | "DAEMON_UNRESPONSIVE" | "GIT_FAILED" | "CODE_EXPIRED" | "DAEMON_NOT_RUNNING" | "DAEMON_START_FAILED" | "INSECURE_BIND" | "CONFIRMATION_REQUIRED" | "NOTIFY_TARGET_NOT_FOUND" | "NOTIFY_FAILED" | "SUBSCRIPTION_NOT_FOUND" | "ENDPOINT_REFUSED" | "JOB_NOT_FOUND" | "PERSONA_NOT_FOUND" | "CALLBACK_UNSIGNED" | "T3_INVALID_COMMAND" | "T3_REFUSED" | "KEY_REUSED" | "ACTION_UNKNOWN" | "ACTION_RUNNING" | "ACTION_FAILED" | "MERGE_NOT_FOUND" | "MERGE_NOTHING" | "MERGE_TARGET_MISSING" | "MERGE_BLOCKED" | "HEAT_NOT_FOUND" | "HEAT_SIZE" | "HEAT_MEMBER_UNKNOWN" | "HEAT_DECIDED" | "VERIFY_MISSING" | "HEAD_CHANGED" | "UPDATE_CONFLICT" | "NO_REMOTE" | "NOTHING_TO_PUSH" | "PUSH_REJECTED" | "REMOTE_UNREACHABLE" | "FORGE_UNSUPPORTED" | "FORGE_NO_TOKEN" | "FORGE_REFUSED" | "FORGE_UNREACHABLE" | "FORGE_RATE_LIMITED" | "EXECUTOR_REFUSED" | "EXECUTOR_UNREACHABLE" | "ISSUE_NOT_FOUND" | "INVALID_ISSUE" | "TRIP_NOT_FOUND" | "AFK_OFF" | "AFK_INVALID" | "AFK_SKIPPED" | "ENROLMENT_INCOMPLETE" | "PR_NOT_FOUND" | "PR_NOT_OPEN" | "PR_NOT_MERGEABLE" | "PR_PRECONDITIONS_UNMET" | "PR_HEAD_CHANGED" | "PR_OPERATION_FAILED" | "INVALID_PR" | "PR_REQUIRED" | "INVALID_PR_REF" | "PR_CLAIMED_BY_ACTIVE_SESSION" | "PR_PROJECT_MISMATCH" | "PR_NOT_PUSHABLE" | "SESSION_NOT_CLAIMABLE" | "SESSION_NO_WORKSPACE" | "NOTHING_TO_RESOLVE" | "SCM_UNAVAILABLE" | "QUEUE_FULL" | "USAGE";
            readonly details?: unknown;
            /** @enum {string} */
            readonly error: "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "too_large" | "unprocessable" | "rate_limited" | "internal" | "bad_gateway" | "unavailable";
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
            readonly headers?: {
                readonly [key: string]: string;
            };
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
        readonly GuardAnswer: {
            /** @enum {string} */
            readonly decision: "allow" | "deny";
            readonly reason?: string;
        };
        readonly GuardQuestion: {
            readonly cwd?: string;
            readonly input?: unknown;
            readonly tool?: string;
            readonly tool_input?: unknown;
            readonly tool_name?: string;
            readonly toolArgs?: unknown;
            readonly toolName?: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly Harness: {
            readonly abilities: {
                readonly deltas: boolean;
                readonly fork: boolean;
                readonly guard: boolean;
                /** @enum {string} */
                readonly instructions: "flag" | "file" | "prompt";
                readonly interrupt: boolean;
                readonly mcp: boolean;
                readonly models: boolean;
                readonly permissions: readonly ("bypass" | "ask" | "read-only")[];
                /** @enum {string} */
                readonly pictures: "words" | "file" | "inline" | "path";
                readonly questions: boolean;
                readonly resume: boolean;
                readonly steer: boolean;
                /** @description its own interface runs in a terminal that Drover keeps */
                readonly terminal?: boolean;
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
        readonly Heat: {
            readonly baseCommit: string;
            readonly baseRef: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly endedAt: string | null;
            readonly id: string;
            readonly keeping: string | null;
            readonly members: readonly {
                readonly agent: string;
                readonly sessionId: string | null;
                readonly verify: components["schemas"]["Verification"];
            }[];
            readonly merge: string | null;
            readonly projectId: string;
            readonly prompt: string;
            readonly reason: string | null;
            /** @enum {string} */
            readonly state: "starting" | "running" | "keeping" | "kept" | "failed";
            readonly verifying: readonly string[];
        };
        readonly HeatSide: {
            readonly additions: number;
            readonly agent: string;
            readonly costUsd: number | null;
            readonly deletions: number;
            readonly durationMs: number;
            readonly files: readonly {
                readonly additions: number | null;
                readonly deletions: number | null;
                readonly path: string;
                /** @enum {string} */
                readonly status: "added" | "modified" | "deleted" | "renamed" | "type";
            }[];
            readonly inputTokens: number | null;
            readonly name: string;
            readonly outputTokens: number | null;
            readonly sessionId: string;
            /** @enum {string} */
            readonly status: "ended" | "starting" | "needs_input" | "blocked" | "working" | "unknown" | "parked" | "failed" | "waiting" | "ci_failed" | "changes_requested" | "review_pending" | "draft" | "mergeable" | "approved" | "pr_open" | "merged" | "reported" | "idle";
            readonly verify: components["schemas"]["Verification"];
        };
        readonly Job: {
            readonly agent: string | null;
            readonly branch: string | null;
            readonly budget_usd: number | null;
            readonly callback: {
                readonly attempts: number;
                readonly error: string | null;
                /** @enum {string} */
                readonly state: "waiting" | "sent" | "failed";
                readonly url: string;
            } | null;
            readonly cost_usd: number | null;
            /** Format: date-time */
            readonly created_at: string;
            readonly error: {
                readonly code: string;
                readonly message: string;
            } | null;
            readonly exit_code: number | null;
            readonly files_changed: readonly string[];
            /** Format: date-time */
            readonly finished_at: string | null;
            readonly job_id: string;
            readonly metadata: {
                readonly [key: string]: unknown;
            } | null;
            readonly output: string;
            readonly persona: string | null;
            readonly project: string | null;
            readonly session_id: string | null;
            /** Format: date-time */
            readonly started_at: string | null;
            /** @enum {string} */
            readonly status: "queued" | "running" | "completed" | "failed" | "timeout" | "cancelled" | "error";
            readonly timeout_seconds: number;
            readonly usage: {
                readonly input_tokens: number | null;
                readonly output_tokens: number | null;
            };
        };
        readonly Landing: {
            readonly ahead: number | null;
            readonly behind: number | null;
            /** Format: date-time */
            readonly landedAt: string | null;
            readonly landedCommit: string | null;
            readonly merge: string | null;
            /** @enum {string|null} */
            readonly state: "queued" | "merging" | "resolving" | "verifying" | "ready" | "landed" | "rejected" | "needs_human" | null;
        } | null;
        readonly LandingLook: {
            readonly ahead: number | null;
            readonly behind: number | null;
            readonly branch: string;
            readonly head: string;
            readonly merge: string | null;
            /** @enum {string|null} */
            readonly next: "watch" | "approve" | "resolve" | "land" | "update" | "commit" | "push" | null;
            readonly remote: string | null;
            readonly sessionId: string;
            readonly steps: readonly {
                readonly blocked: string | null;
                /** @enum {string} */
                readonly step: "watch" | "approve" | "resolve" | "land" | "update" | "commit" | "push";
            }[];
            readonly target: string | null;
            readonly uncommitted: readonly string[];
            readonly verify: readonly string[];
        };
        readonly Mail: {
            readonly body: string;
            readonly claimed: {
                readonly [key: string]: unknown;
            } | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly deliveredAt: string | null;
            readonly effortId: string | null;
            readonly from: string;
            readonly id: string;
            readonly launchId: string | null;
            readonly payload: {
                readonly [key: string]: unknown;
            } | null;
            readonly place: number;
            /** @enum {string} */
            readonly priority: "low" | "normal" | "high" | "urgent";
            readonly projectId: string | null;
            /** Format: date-time */
            readonly readAt: string | null;
            readonly reason: string | null;
            readonly replyTo: string | null;
            /** @enum {string} */
            readonly state: "queued" | "delivered" | "read" | "undeliverable" | "cancelled";
            readonly subject: string;
            readonly thread: string;
            readonly to: string;
            readonly turn: number | null;
            /** @enum {string} */
            readonly type: "message" | "status" | "question" | "answer" | "result" | "error" | "worker_done" | "worker_died" | "merge_ready" | "merged" | "merge_failed" | "escalation" | "health_check" | "dispatch" | "assign" | "decision_gate";
        };
        readonly Merge: {
            readonly approval: {
                /** Format: date-time */
                readonly at: string;
                readonly by: string;
            } | null;
            readonly attempts: number;
            readonly base: string | null;
            readonly baseCommit: string | null;
            readonly branch: string;
            /** @enum {string} */
            readonly by: "operator" | "session";
            readonly conflicts: readonly string[];
            /** Format: date-time */
            readonly createdAt: string;
            readonly deletions: number | null;
            readonly files: number | null;
            readonly head: string;
            readonly id: string;
            readonly insertions: number | null;
            readonly into: string;
            /** Format: date-time */
            readonly landedAt: string | null;
            readonly landedCommit: string | null;
            readonly mergeBase: string | null;
            readonly merger: string | null;
            readonly needsApproval: readonly ("agent" | "drover_config" | "workflows" | "dropped_lines")[];
            readonly next: string | null;
            readonly priority: number;
            readonly projectId: string;
            readonly proof: {
                readonly dropped: readonly {
                    readonly file: string;
                    /** @enum {string} */
                    readonly from: "target" | "branch";
                    /** @enum {string} */
                    readonly input: "target" | "branch";
                    readonly line: number;
                    readonly text: string;
                }[];
                readonly markers: readonly {
                    readonly file: string;
                    readonly line: number;
                }[];
                readonly more: number;
                readonly ok: boolean;
                readonly verify: {
                    readonly ok: boolean;
                    readonly output: string;
                } | null;
            } | null;
            readonly push: {
                readonly ref: string;
                readonly remote: string;
                /** @enum {string} */
                readonly state: "wanted" | "pushing" | "pushed";
            } | null;
            readonly reason: {
                /** @enum {string} */
                readonly code: "agent_failed" | "cancelled" | "checkout_refused" | "checked_out_twice" | "conflict" | "conflict_markers" | "failed" | "index_locked" | "local_behind" | "local_commits" | "nothing_to_merge" | "not_trusted" | "operation_under_way" | "push_refused" | "remote_unreachable" | "session_working" | "snapshot_failed" | "source_missing" | "superseded" | "target_dirty" | "target_missing" | "target_moved" | "unrelated_histories" | "unstaged_resolution" | "untracked_in_the_way" | "verify_failed" | "wrong_parents";
                readonly message: string;
                readonly paths?: readonly string[];
            } | null;
            readonly result: string | null;
            readonly sessionId: string | null;
            /** @enum {string} */
            readonly state: "queued" | "merging" | "resolving" | "verifying" | "ready" | "landed" | "rejected" | "needs_human";
            readonly target: string;
            readonly taskId: string | null;
            /** @enum {string|null} */
            readonly tier: "clean" | "mechanical" | "agent" | "human" | null;
            readonly train: readonly string[];
            /** Format: date-time */
            readonly updatedAt: string;
            readonly verify: components["schemas"]["Verification"];
            readonly worktree: string | null;
        };
        readonly MergePrediction: {
            readonly baseCommit: string;
            readonly blocked: {
                /** @enum {string} */
                readonly code: "agent_failed" | "cancelled" | "checkout_refused" | "checked_out_twice" | "conflict" | "conflict_markers" | "failed" | "index_locked" | "local_behind" | "local_commits" | "nothing_to_merge" | "not_trusted" | "operation_under_way" | "push_refused" | "remote_unreachable" | "session_working" | "snapshot_failed" | "source_missing" | "superseded" | "target_dirty" | "target_missing" | "target_moved" | "unrelated_histories" | "unstaged_resolution" | "untracked_in_the_way" | "verify_failed" | "wrong_parents";
                readonly message: string;
                readonly paths?: readonly string[];
            } | null;
            readonly branch: string;
            readonly conflicts: readonly string[];
            readonly deletions: number;
            readonly files: number;
            readonly head: string;
            readonly insertions: number;
            readonly mergeBase: string | null;
            readonly needsApproval: readonly ("agent" | "drover_config" | "workflows" | "dropped_lines")[];
            readonly projectId: string;
            readonly sessionId: string | null;
            readonly target: string;
            /** @enum {string} */
            readonly tier: "clean" | "mechanical" | "agent" | "human";
        };
        readonly Model: {
            readonly created: number;
            readonly id: string;
            /** @enum {string} */
            readonly object: "model";
            readonly owned_by: string;
        };
        readonly ModelList: {
            readonly data: readonly components["schemas"]["Model"][];
            /** @enum {string} */
            readonly object: "list";
        };
        readonly ModelResponse: {
            readonly created_at: number;
            readonly id: string;
            readonly model: string;
            /** @enum {string} */
            readonly object: "response";
            readonly output: readonly unknown[];
            readonly status: string;
            readonly usage?: unknown;
        };
        readonly NotifyTarget: {
            readonly error: string | null;
            readonly kinds: readonly ("question" | "approval" | "failed" | "blocked" | "unknown" | "trouble" | "silent" | "parked" | "merge" | "gate" | "escalation" | "task" | "trust" | "done" | "needs-human" | "frozen" | "talk")[];
            /** Format: date-time */
            readonly lastSentAt: string | null;
            readonly name: string;
            /** @enum {string} */
            readonly state: "idle" | "ok" | "failing";
            readonly subscription: number | null;
            /** @enum {string} */
            readonly type: "slack" | "ntfy" | "webhook" | "desktop" | "push";
            readonly waiting: number;
            readonly where: string;
        };
        readonly ProgressEntry: {
            /** Format: date-time */
            readonly at: string;
            readonly complete: boolean;
            readonly followups: readonly string[];
            readonly projectId: string;
            readonly relayId: string | null;
            readonly sessionId: string | null;
            readonly summary: string;
            readonly taskId: string | null;
        };
        readonly Project: {
            /** Format: date-time */
            readonly createdAt: string;
            readonly defaultBranch: string;
            /** @enum {string|null} */
            readonly forge: "github" | "forgejo" | null;
            readonly id: string;
            readonly name: string;
            readonly path: string;
            readonly repo: string;
            /** @enum {string} */
            readonly status: "ok" | "degraded";
            readonly trusted: boolean;
        };
        readonly ProtocolError: {
            readonly error: {
                readonly code: number;
                readonly message: string;
            };
            readonly id: string | number | null;
            /** @enum {string} */
            readonly jsonrpc: "2.0";
        };
        readonly PullRequest: {
            readonly author: string | null;
            readonly base: string;
            readonly branch: string;
            readonly checks: readonly components["schemas"]["PullRequestCheck"][];
            /** @enum {string} */
            readonly ci: "none" | "pending" | "passing" | "failing" | "unknown";
            /** Format: date-time */
            readonly createdAt: string;
            readonly draft: boolean;
            /** @enum {string} */
            readonly forge: "github" | "forgejo";
            readonly head: string;
            readonly headRepo: string | null;
            readonly id: string;
            /** @enum {string} */
            readonly mergeability: "mergeable" | "conflicting" | "behind" | "blocked" | "unknown";
            /** Format: date-time */
            readonly mergedAt: string | null;
            readonly nodeId: string | null;
            readonly number: number;
            readonly projectId: string;
            readonly repo: string;
            /** @enum {string} */
            readonly review: "none" | "pending" | "approved" | "changes_requested" | "unknown";
            /** Format: date-time */
            readonly seenAt: string;
            readonly sessionId: string;
            readonly stackedOn: string | null;
            /** @enum {string} */
            readonly state: "open" | "closed" | "merged";
            /** @enum {string|null} */
            readonly status: "ci_failed" | "changes_requested" | "review_pending" | "draft" | "mergeable" | "approved" | "pr_open" | "merged" | null;
            readonly threads: readonly components["schemas"]["PullRequestThread"][] | null;
            readonly title: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly url: string;
        };
        readonly PullRequestCheck: {
            readonly name: string;
            /** @enum {string} */
            readonly state: "pending" | "passed" | "failed" | "cancelled" | "skipped" | "unknown";
            readonly tail: string | null;
            readonly url: string | null;
        };
        readonly PullRequestProposal: {
            readonly base: string;
            readonly body: string;
            readonly branch: string;
            readonly commits: number;
            readonly head: string;
            readonly left: number;
            readonly repo: string;
            readonly title: string;
        };
        readonly PullRequestThread: {
            readonly author: string;
            readonly body: string;
            /** @enum {string} */
            readonly by: "person" | "bot" | "unknown";
            readonly id: string;
            readonly line: number | null;
            readonly outdated: boolean;
            readonly path: string | null;
            readonly resolved: boolean;
            readonly url: string | null;
        };
        readonly Relay: {
            readonly baseCommit: string | null;
            readonly baseRef: string | null;
            readonly branch: string | null;
            readonly completed: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly endedAt: string | null;
            /** @enum {string|null} */
            readonly endReason: "target_met" | "queue_empty" | "queue_stuck" | "all_agents_unavailable" | "stopped" | "replaced" | "failed" | null;
            readonly failed: number;
            readonly id: string;
            readonly inPlace: boolean;
            readonly land: boolean;
            readonly lanes: readonly {
                readonly agent: string | null;
                /** @enum {string} */
                readonly at: "free" | "busy" | "again" | "rotate";
                readonly branch: string | null;
                /** Format: date-time */
                readonly from: string | null;
                readonly n: number;
                readonly sessionId: string | null;
                readonly taskId: string | null;
                readonly tryN: number | null;
                readonly workspace: string | null;
            }[];
            readonly mergeId: string | null;
            readonly mix: readonly string[];
            readonly notes: readonly string[];
            readonly parallel: number;
            readonly projectId: string;
            readonly prompt: string | null;
            readonly routes: {
                readonly [key: string]: readonly string[];
            };
            /** @enum {string} */
            readonly state: "running" | "waiting" | "paused" | "ended";
            /** @enum {string|null} */
            readonly stopping: "after" | "now" | null;
            readonly target: number | null;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly waitingFor: {
                readonly agents: readonly {
                    readonly agent: string;
                    readonly reason: string;
                    /** Format: date-time */
                    readonly until: string | null;
                }[];
                /** Format: date-time */
                readonly until: string;
            } | null;
        };
        readonly RelayPlan: {
            readonly relay: {
                readonly base: string | null;
                readonly mix: readonly string[];
                readonly parallel: number;
                readonly projectId: string;
                readonly prompt: string | null;
                readonly routes: {
                    readonly [key: string]: readonly string[];
                };
                readonly target: number | null;
            };
            readonly tries: readonly {
                readonly agent: string;
                readonly argv: readonly string[];
                readonly prompt: string;
                readonly route: string;
                readonly taskId: string | null;
                readonly title: string;
            }[];
            readonly unusable: readonly {
                readonly agent: string;
                readonly reason: string;
                /** Format: date-time */
                readonly until: string | null;
            }[];
        };
        readonly Review: {
            readonly comments: readonly components["schemas"]["ReviewComment"][];
            readonly note: string;
            readonly rev: number;
            readonly sent: number;
            readonly sessionId: string;
            /** Format: date-time */
            readonly updatedAt: string | null;
        };
        readonly ReviewChanges: {
            readonly base: string;
            readonly commits: readonly {
                readonly hash: string;
                readonly subject: string;
            }[];
            readonly files: readonly components["schemas"]["ReviewFile"][];
            readonly head: string;
            readonly parts: {
                readonly committed: {
                    readonly additions: number;
                    readonly deletions: number;
                    readonly files: number;
                };
                readonly staged: {
                    readonly additions: number;
                    readonly deletions: number;
                    readonly files: number;
                };
                readonly uncommitted: {
                    readonly additions: number;
                    readonly deletions: number;
                    readonly files: number;
                };
            } | null;
            readonly turns: readonly {
                readonly n: number;
                readonly state: string;
                readonly title: string;
            }[];
            readonly view: string;
        };
        readonly ReviewComment: {
            readonly body: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly endLine: number;
            readonly id: string;
            readonly line: number;
            readonly nowLine: number | null;
            readonly path: string;
            /** @enum {string} */
            readonly place: "same" | "moved" | "changed" | "gone" | "unknown";
            readonly quote: string;
            /** @enum {string} */
            readonly side: "old" | "new";
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly ReviewFile: components["schemas"]["DiffFile"] & {
            readonly parts: readonly ("committed" | "staged" | "uncommitted")[];
            readonly viewed: boolean;
        };
        readonly Ring: {
            readonly attempts: number;
            readonly body: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly error: string | null;
            readonly id: number;
            readonly key: string;
            /** @enum {string} */
            readonly kind: "question" | "approval" | "failed" | "blocked" | "unknown" | "trouble" | "silent" | "parked" | "merge" | "gate" | "escalation" | "task" | "trust" | "done" | "needs-human" | "frozen" | "talk" | "test";
            readonly path: string;
            /** Format: date-time */
            readonly sentAt: string | null;
            /** @enum {string} */
            readonly state: "queued" | "sending" | "sent" | "failed" | "unsure";
            readonly title: string;
            readonly to: string;
        };
        readonly RouteCheck: {
            readonly errors: readonly {
                /** @enum {string} */
                readonly code: "PATH_REQUIRED" | "INVALID_PATH" | "NOT_A_GIT_REPO" | "PROJECT_UNBORN" | "INVALID_PROJECT_ID" | "PATH_ALREADY_REGISTERED" | "ID_ALREADY_REGISTERED" | "PROJECT_NOT_FOUND" | "PROJECT_HAS_SESSIONS" | "WORKTREE_UNSUPPORTED" | "UNKNOWN_HARNESS" | "HARNESS_BINARY_NOT_FOUND" | "HARNESS_SIGNED_OUT" | "UNSUPPORTED_MODEL" | "ABILITY_MISSING" | "INVALID_BRANCH" | "BRANCH_CHECKED_OUT_ELSEWHERE" | "BRANCH_NAMESPACE_TAKEN" | "BASE_REF_NOT_FOUND" | "SETUP_FAILED" | "SETUP_NOT_TRUSTED" | "SESSION_LIMIT" | "PROMPT_REQUIRED" | "PROMPT_TOO_LONG" | "SESSION_NOT_FOUND" | "SESSION_ENDED" | "SESSION_NOT_RESTORABLE" | "TURN_IN_PROGRESS" | "TURN_TIMEOUT" | "NO_TURN" | "LAUNCH_CHANGED" | "REQUEST_NOT_FOUND" | "MESSAGE_REQUIRED" | "MESSAGE_TOO_LONG" | "INVALID_ACTIVITY_STATE" | "NAME_REQUIRED" | "WORKSPACE_DIRTY" | "SNAPSHOT_NOT_FOUND" | "INVALID_CURSOR" | "INVALID_QUERY" | "UNAUTHORIZED" | "FORBIDDEN_ORIGIN" | "FORBIDDEN_HOST" | "FORBIDDEN_SCOPE" | "RATE_LIMITED" | "STORE_TOO_NEW" | "NOT_READY" | "INTERNAL_ERROR" | "TASK_NOT_FOUND" | "TASK_CLAIMED" | "TASK_BLOCKED" | "TASK_CYCLE" | "LEASE_LOST" | "RELAY_NOT_FOUND" | "RELAY_ENDED" | "RELAY_UNFINISHED" | "UNKNOWN_AGENT_SPEC" | "INVALID_QUOTA" | "ROUTE_EMPTY" | "QUEUE_UNREADABLE" | "ALL_AGENTS_UNAVAILABLE" | "AGENT_BENCHED" | "BUDGET_REACHED" | "REVIEW_EMPTY" | "REVIEW_CHANGED" | "COMMENT_NOT_FOUND" | "FILE_NOT_FOUND" | "ROLE_UNKNOWN" | "ROLE_MAY_NOT_SPAWN" | "PARENT_NOT_FOUND" | "DEPTH_EXCEEDED" | "CHILDREN_LIMIT" | "EFFORT_LIMIT" | "FILE_SCOPE_OVERLAP" | "MAIL_NOT_FOUND" | "UNKNOWN_RECIPIENT" | "EMPTY_GROUP" | "RECIPIENT_ENDED" | "MAIL_ANSWERED" | "INVALID_MAIL_TYPE" | "INVALID_PAYLOAD" | "EFFORT_NOT_FOUND" | "EFFORT_ENDED" | "GROUP_NOT_FOUND" | "GROUP_COMPLETED" | "WAIT_INVALID" | "MAIL_DELIVERED" | "ATTACHMENT_TOO_LARGE" | "ATTACHMENT_TYPE" | "ATTACHMENT_NOT_FOUND" | "EDITOR_FAILED" | "ROUTE_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "INVALID_JSON" | "INVALID_BODY" | "BODY_TOO_LARGE" | "INVALID_CONFIG" | "INVALID_NAME" | "BLOB_NOT_FOUND" | "TURN_NOT_FOUND" | "SESSION_NOT_ENDED" | "NOTHING_TO_RETRY" | "TRY_NOT_FOUND" | "BEARER_NOT_FOUND" | "SESSION_STARTING" | "SPAWN_CANCELLED" | "SNAPSHOT_FAILED" | "SNAPSHOT_INCOMPLETE" | "DESTINATION_NOT_EMPTY" | "RESOURCE_FLOOR" | "RUNTIME_MISSING" | "AGENT_EXITED" | "SESSION_AWAITING_DECISION" | "TERMINAL_IN_USE" | "TERMINAL_UNREACHABLE" | "NOT_A_TERMINAL" | "LAUNCH_FAILED" | "LAUNCH_UNRECORDED" | "SPOOL_UNWRITABLE" | "STORE_UNWRITABLE" | "ADAPTER_FAILED" | "AGENT_STALLED" | "AGENT_FAILED" | "AGENT_CRASHED" | "DAEMON_UNRESPONSIVE" | "GIT_FAILED" | "CODE_EXPIRED" | "DAEMON_NOT_RUNNING" | "DAEMON_START_FAILED" | "INSECURE_BIND" | "CONFIRMATION_REQUIRED" | "NOTIFY_TARGET_NOT_FOUND" | "NOTIFY_FAILED" | "SUBSCRIPTION_NOT_FOUND" | "ENDPOINT_REFUSED" | "JOB_NOT_FOUND" | "PERSONA_NOT_FOUND" | "CALLBACK_UNSIGNED" | "T3_INVALID_COMMAND" | "T3_REFUSED" | "KEY_REUSED" | "ACTION_UNKNOWN" | "ACTION_RUNNING" | "ACTION_FAILED" | "MERGE_NOT_FOUND" | "MERGE_NOTHING" | "MERGE_TARGET_MISSING" | "MERGE_BLOCKED" | "HEAT_NOT_FOUND" | "HEAT_SIZE" | "HEAT_MEMBER_UNKNOWN" | "HEAT_DECIDED" | "VERIFY_MISSING" | "HEAD_CHANGED" | "UPDATE_CONFLICT" | "NO_REMOTE" | "NOTHING_TO_PUSH" | "PUSH_REJECTED" | "REMOTE_UNREACHABLE" | "FORGE_UNSUPPORTED" | "FORGE_NO_TOKEN" | "FORGE_REFUSED" | "FORGE_UNREACHABLE" | "FORGE_RATE_LIMITED" | "EXECUTOR_REFUSED" | "EXECUTOR_UNREACHABLE" | "ISSUE_NOT_FOUND" | "INVALID_ISSUE" | "TRIP_NOT_FOUND" | "AFK_OFF" | "AFK_INVALID" | "AFK_SKIPPED" | "ENROLMENT_INCOMPLETE" | "PR_NOT_FOUND" | "PR_NOT_OPEN" | "PR_NOT_MERGEABLE" | "PR_PRECONDITIONS_UNMET" | "PR_HEAD_CHANGED" | "PR_OPERATION_FAILED" | "INVALID_PR" | "PR_REQUIRED" | "INVALID_PR_REF" | "PR_CLAIMED_BY_ACTIVE_SESSION" | "PR_PROJECT_MISMATCH" | "PR_NOT_PUSHABLE" | "SESSION_NOT_CLAIMABLE" | "SESSION_NO_WORKSPACE" | "NOTHING_TO_RESOLVE" | "SCM_UNAVAILABLE" | "QUEUE_FULL" | "USAGE";
                readonly hint: string;
                readonly message: string;
                readonly route: string | null;
            }[];
            readonly routes: readonly {
                readonly agents: readonly {
                    readonly agent: string;
                    readonly found: boolean | null;
                    readonly model: string | null;
                    readonly quota: string;
                }[];
                readonly entries: readonly string[];
                readonly name: string;
            }[];
            readonly warnings: readonly {
                readonly message: string;
                readonly route: string | null;
            }[];
        };
        readonly SeenIssue: {
            /** Format: date-time */
            readonly at: string;
            /** @enum {string} */
            readonly decision: "off" | "not_allowed" | "no_project" | "untrusted" | "trust_unknown" | "human_label" | "escalated" | "changed" | "blocked" | "blockers_unknown" | "claimed_elsewhere" | "repo_busy" | "repo_slot" | "parallel" | "dispatched";
            readonly number: number;
            readonly priority: number;
            readonly projectId: string | null;
            readonly repo: string;
            readonly title: string;
            readonly tripId: string | null;
            readonly url: string;
            readonly why: string;
        };
        readonly Session: {
            readonly activity: {
                /** Format: date-time */
                readonly since: string;
                /** @enum {string} */
                readonly state: "working" | "idle" | "waiting_input" | "blocked" | "unknown";
            };
            readonly activitySpark: readonly number[];
            /** Format: date-time */
            readonly archivedAt: string | null;
            readonly baseRef: string | null;
            readonly branch: string | null;
            readonly children: readonly {
                readonly command: string;
                readonly launchId: string;
                readonly pid: number;
            }[];
            /** Format: date-time */
            readonly createdAt: string;
            readonly depth: number;
            readonly effortId: string | null;
            /** @enum {string|null} */
            readonly endedBy: "operator" | "agent" | "reaper" | "watchdog" | "daemon" | null;
            /** @enum {string|null} */
            readonly endReason: "completed" | "killed" | "aborted" | "stalled" | "agent_exit" | "merged" | "archived" | null;
            readonly failure: {
                /** Format: date-time */
                readonly at: string;
                readonly category: components["schemas"]["FailureCategory"];
                readonly code: string;
                readonly hint: string;
                readonly message: string;
                /** Format: date-time */
                readonly resetAt: string | null;
            } | null;
            readonly files: readonly string[];
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
            readonly landing: components["schemas"]["Landing"];
            /** Format: date-time */
            readonly lastActivityAt: string;
            readonly lastEventId: number;
            readonly lastText: string | null;
            readonly launch: {
                readonly id: string;
                /** @enum {string} */
                readonly lifetime: "turn" | "session";
                readonly pid: number | null;
                /** Format: date-time */
                readonly startedAt: string;
            } | null;
            /** @enum {string} */
            readonly mode: "headless" | "terminal";
            readonly model: string | null;
            readonly name: string;
            readonly nativeId: string | null;
            readonly parentId: string | null;
            /** Format: date-time */
            readonly parkedUntil: string | null;
            /** @enum {string} */
            readonly permissions: "bypass" | "ask" | "read-only";
            readonly persona?: string;
            /** @enum {string} */
            readonly phase: "starting" | "live" | "ended";
            readonly projectId: string;
            readonly prs: readonly {
                readonly id: string;
                readonly number: number;
                /** @enum {string} */
                readonly state: "open" | "closed" | "merged";
                /** @enum {string|null} */
                readonly status: "ci_failed" | "changes_requested" | "review_pending" | "draft" | "mergeable" | "approved" | "pr_open" | "merged" | null;
                readonly url: string;
            }[];
            readonly queued: number;
            readonly report: {
                /** Format: date-time */
                readonly at: string;
                readonly mailId: string | null;
                /** @enum {string} */
                readonly state: "owed" | "reported" | "missing";
            } | null;
            readonly request: {
                readonly options: readonly string[];
                readonly requestId: string;
                readonly text: string;
                /** @enum {string} */
                readonly type: "approval" | "question";
            } | null;
            readonly role: string | null;
            /** @enum {string} */
            readonly status: "ended" | "starting" | "needs_input" | "blocked" | "working" | "unknown" | "parked" | "failed" | "waiting" | "ci_failed" | "changes_requested" | "review_pending" | "draft" | "mergeable" | "approved" | "pr_open" | "merged" | "reported" | "idle";
            readonly taskId: string | null;
            readonly title: string;
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
            readonly waitingFor: {
                /** @enum {string} */
                readonly for: "children" | "mail" | "task" | "time";
                /** Format: date-time */
                readonly since: string;
                readonly taskId: string | null;
                /** Format: date-time */
                readonly until: string | null;
            } | null;
            readonly workspace: string | null;
        };
        readonly Snapshot: {
            readonly additions: number;
            /** Format: date-time */
            readonly at: string;
            readonly commit: string;
            readonly deletions: number;
            readonly files: number;
            /** Format: date-time */
            readonly lostAt?: string | null;
            readonly n: number;
            readonly parent: string | null;
            /** @enum {string} */
            readonly reason: "turn" | "kill" | "cleanup" | "restore" | "fork" | "recover" | "stop" | "takeover" | "merge" | "manual";
            readonly ref: string;
            readonly sessionId: string;
            readonly skipped: readonly {
                readonly bytes: number;
                readonly files?: number;
                readonly path: string;
                readonly why: string;
            }[];
            readonly turn: number | null;
        };
        readonly SpokenReply: {
            readonly reply: string;
            readonly session_id: string;
        };
        readonly Status: {
            readonly home: string;
            readonly lastSeq: number;
            readonly pid: number;
            readonly port: number | null;
            readonly problems: readonly string[];
            readonly socket: string | null;
            /** Format: date-time */
            readonly startedAt: string;
            /** @enum {string} */
            readonly state: "ready" | "not_ready";
            readonly uptimeSeconds: number;
            readonly version: string;
        };
        readonly T3Environment: {
            readonly capabilities: {
                readonly [key: string]: boolean;
            };
            readonly environmentId: string;
            readonly label: string;
            readonly platform: {
                readonly arch: string;
                readonly os: string;
            };
            readonly serverVersion: string;
        };
        readonly T3ReadModel: {
            readonly projects: readonly unknown[];
            readonly snapshotSequence: number;
            readonly threads: readonly unknown[];
            readonly updatedAt: string;
        };
        readonly T3Refusal: {
            readonly _tag: string;
            readonly code: string;
            readonly hint?: string;
            readonly message: string;
            readonly reason?: string;
            readonly requiredScope?: string;
            readonly traceId: string;
        };
        readonly T3Sequence: {
            readonly sequence: number;
        };
        readonly Talk: {
            readonly agent: string | null;
            readonly persona: string;
            readonly presets: readonly {
                readonly label: string;
                readonly prompt: string;
            }[];
            readonly project: string | null;
            readonly session: components["schemas"]["Session"] | null;
            /** @enum {string} */
            readonly tools: "none" | "all";
        };
        readonly Task: {
            readonly attempts: number;
            readonly blockedBy: readonly string[];
            readonly body: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @enum {string} */
            readonly expects: "change" | "none";
            readonly id: string;
            readonly lease: {
                readonly launchId: string | null;
                readonly relayId: string | null;
                readonly sessionId: string | null;
                /** Format: date-time */
                readonly until: string | null;
            } | null;
            readonly place: number;
            readonly priority: number;
            readonly projectId: string;
            readonly result: {
                /** Format: date-time */
                readonly at: string;
                readonly by: string;
                readonly followups: readonly string[];
                /** @enum {string} */
                readonly outcome: "done" | "failed" | "handoff" | "needs_user";
                readonly summary: string;
            } | null;
            readonly role: string | null;
            /** @enum {string} */
            readonly state: "ready" | "claimed" | "done" | "failed" | "needs_user" | "cancelled";
            readonly tags: readonly string[];
            readonly title: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly verify: string | null;
        };
        readonly TaskGroup: {
            /** Format: date-time */
            readonly completedAt: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly id: string;
            readonly missing: readonly string[];
            readonly name: string;
            readonly projectId: string;
            readonly taskIds: readonly string[];
        };
        readonly Trip: {
            readonly attempts: number;
            /** @enum {string|null} */
            readonly ci: "pending" | "green" | "red" | null;
            readonly commit: string | null;
            readonly costUsd: number | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly effects: readonly {
                /** Format: date-time */
                readonly at: string;
                readonly error: string | null;
                readonly key: string;
                /** @enum {string} */
                readonly state: "wanted" | "done" | "failed";
                readonly tries: number;
            }[];
            /** Format: date-time */
            readonly endedAt: string | null;
            readonly executor: string;
            readonly id: string;
            readonly issue: number;
            /** @enum {string} */
            readonly landing: "pr" | "push" | "agent";
            /** @enum {string} */
            readonly lastAction: "wait" | "land" | "merge" | "fix_forward" | "close_success" | "escalate_prepush" | "escalate" | "freeze_escalate" | "withdraw";
            readonly mergeId: string | null;
            readonly notes: readonly string[];
            /** @enum {string} */
            readonly phase: "worktree" | "tests_red" | "green" | "pushed" | "ci" | "deployed" | "done";
            readonly prId: string | null;
            readonly projectId: string;
            readonly reason: string;
            readonly red: readonly string[];
            readonly repo: string;
            readonly sessionId: string | null;
            /** @enum {string} */
            readonly state: "claiming" | "running" | "done" | "escalated" | "frozen" | "withdrawn";
            readonly thread: string | null;
            readonly title: string;
            /** Format: date-time */
            readonly updatedAt: string;
            readonly url: string;
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
        readonly Try: {
            readonly agent: string;
            /** @enum {string|null} */
            readonly category: "usage_limit" | "rate_limit" | "overloaded" | "transient" | "stalled" | "launch" | "auth" | "invalid_model" | "context_lost" | "incomplete" | "no_change" | "agent_error" | "unknown" | "cancelled" | null;
            readonly cliVersion: string | null;
            readonly commits: readonly {
                /** @enum {string} */
                readonly by: "agent" | "drover";
                readonly hash: string;
                readonly subject: string;
            }[];
            readonly deletions: number | null;
            /** Format: date-time */
            readonly endedAt: string | null;
            readonly evidence: readonly components["schemas"]["Evidence"][];
            readonly exitCode: number | null;
            readonly filesChanged: number | null;
            readonly handoff: string | null;
            readonly insertions: number | null;
            readonly lane: number;
            readonly launchId: string | null;
            readonly model: string | null;
            readonly n: number;
            readonly nativeId: string | null;
            /** @enum {string|null} */
            readonly outcome: "completed" | "failed" | "incomplete" | "no_change" | "needs_user" | "cancelled" | "parked" | null;
            readonly projectId: string;
            readonly promptBytes: number;
            readonly promptHash: string;
            readonly reason: string | null;
            readonly relayId: string;
            readonly role: string | null;
            readonly route: string;
            readonly sessionId: string;
            /** Format: date-time */
            readonly startedAt: string;
            readonly summary: string | null;
            readonly taskId: string | null;
            readonly title: string;
            readonly totals: {
                readonly costUsd: number | null;
                readonly inputTokens: number | null;
                readonly outputTokens: number | null;
                readonly toolCalls: number;
            };
            readonly turn: number;
            readonly verify: {
                readonly command: string;
                readonly ok: boolean;
                readonly output: string;
            } | null;
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
        readonly Verification: {
            readonly bytes: number;
            readonly command: string;
            readonly durationMs: number;
            readonly exitCode: number | null;
            readonly ok: boolean;
            readonly outputTail: string;
            readonly timedOut: boolean;
            readonly why: string | null;
        } | null;
        readonly Worktree: {
            readonly branch: string | null;
            readonly path: string;
            readonly projectId: string;
            readonly session: string | null;
            /** @enum {string} */
            readonly status: "held" | "ended" | "missing" | "orphan";
        };
    };
    responses: {
        /** @description Refused or failed, with its code and what to do next. */
        readonly Error: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getT3Environment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What a controller written for T3 finds here, where [doors] t3 says so */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Environment"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
        };
    };
    readonly dispatchT3: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description One command of T3: project.create, thread.create, thread.turn.start, interrupt, stop, archive, delete */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Sequence"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 413: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
        };
    };
    readonly getT3Shell: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The same without what is archived or deleted, with what waits for a person */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3ReadModel"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
        };
    };
    readonly getT3Snapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Projects and threads of T3’s controllers; of 0.0.27 with their last messages */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3ReadModel"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 401: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 403: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 429: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 500: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["T3Refusal"];
                };
            };
        };
    };
    readonly listActions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The commands of `[actions]`, in the order of the file */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly actions: readonly components["schemas"]["Action"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
        };
    };
    readonly runAction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description Run one by its exact name: 200 when it exits with 0, 502 with the same body otherwise */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActionResult"];
                };
            };
            /** @description ACTION_UNKNOWN, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description ACTION_RUNNING */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description ACTION_FAILED */
            readonly 502: components["responses"]["Error"];
        };
    };
    readonly afkStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The loop: whether it runs, what is enrolled, each issue seen with why it was taken or not */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly afk: components["schemas"]["AfkStatus"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly enrolProject: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agent?: string;
                    readonly check?: boolean;
                    readonly ci?: readonly string[];
                    /** @enum {string} */
                    readonly landing?: "pr" | "push" | "agent";
                    readonly projectId: string;
                    readonly remove?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Look at what the loop needs of a project’s repository, and enrol it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly enrolled: boolean;
                        readonly enrolment: components["schemas"]["Enrolment"];
                        readonly needs: readonly {
                            readonly message: string;
                            readonly required: boolean;
                            /** @enum {string} */
                            readonly state: "ok" | "missing" | "unknown";
                            /** @enum {string} */
                            readonly what: "forge" | "token" | "labels" | "protection" | "ci" | "verify" | "context" | "guardrails" | "landing" | "agent";
                        }[];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description AFK_INVALID, ENROLMENT_INCOMPLETE, NO_REMOTE, FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly resumeAfk: {
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
            /** @description Take issues again */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly afk: components["schemas"]["AfkStatus"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly runIssue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly issue: string;
                    readonly projectId?: string;
                };
            };
        };
        readonly responses: {
            /** @description Take one issue of an enrolled repository by hand */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly checklist: string | null;
                        readonly logs?: readonly {
                            readonly name: string;
                            readonly tail: string;
                        }[];
                        readonly trip: components["schemas"]["Trip"];
                    };
                };
            };
            /** @description INVALID_ISSUE, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description ISSUE_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description AFK_OFF, AFK_SKIPPED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description AFK_INVALID, NO_REMOTE, FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly stopAfk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly now?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Take no more issues; with `now` what is under way is withdrawn too */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly afk: components["schemas"]["AfkStatus"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listAgents: {
        readonly parameters: {
            readonly query?: {
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Agent specs with their state, until when, success rate, median duration and cost */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly agents: readonly components["schemas"]["AgentStanding"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly resetAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agent: string;
                };
            };
        };
        readonly responses: {
            /** @description Take pause, freeze and bench of an agent and its account back */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly agents: readonly components["schemas"]["AgentStanding"][];
                    };
                };
            };
            /** @description UNKNOWN_AGENT_SPEC, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BEARER_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
        };
    };
    readonly getCosts: {
        readonly parameters: {
            readonly query?: {
                readonly by?: "project" | "agent" | "model" | "session" | "role" | "task" | "effort" | "day";
                readonly project?: string;
                /** @description `today`, `7d`, `24h`, a day or a time; today unless given */
                readonly since?: string;
                /** @description where days begin at midnight; of the daemon unless given */
                readonly zone?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What agents cost since a time, summed by project, agent, model, session, role, task, effort or day */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly costs: components["schemas"]["Costs"];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            /** @description Examine the installation; changes nothing and asks nobody outside of this machine */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoctorReport"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            /** @description Examine the installation, ask the forge whose token this is and, with `fix`, mend what is safe to mend */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoctorReport"];
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listEfforts: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Efforts, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly efforts: readonly components["schemas"]["Effort"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly startEffort: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agent?: string;
                    readonly budgetUsd?: number;
                    readonly goal: string;
                    readonly into?: string;
                    /** @enum {string} */
                    readonly permissions?: "bypass" | "ask" | "read-only";
                    readonly projectId: string;
                    /** @enum {string} */
                    readonly role?: "coordinator" | "lead";
                };
            };
        };
        readonly responses: {
            /** @description Start an effort: a root session that works towards the goal; `into` is the consent for its merges */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly effort: components["schemas"]["Effort"];
                    };
                };
            };
            /** @description PROMPT_REQUIRED, UNKNOWN_AGENT_SPEC, UNKNOWN_HARNESS, ROLE_UNKNOWN, INVALID_BRANCH, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED, SESSION_LIMIT, BUDGET_REACHED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description HARNESS_BINARY_NOT_FOUND, ABILITY_MISSING, MERGE_TARGET_MISSING */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getEffort: {
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
            /** @description One effort with its sessions, merges and totals; a session sees its own */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly effort: components["schemas"]["Effort"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description EFFORT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly changeEffort: {
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
                    readonly budgetUsd: number | null;
                };
            };
        };
        readonly responses: {
            /** @description Another budget, or none; what the old one held goes on */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly effort: components["schemas"]["Effort"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description EFFORT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly completeEffort: {
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
            /** @description Say that it is done; what is not is written beside it, and its sessions end */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly effort: components["schemas"]["Effort"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description EFFORT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description EFFORT_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly stopEffort: {
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
                    readonly reason?: string;
                };
            };
        };
        readonly responses: {
            /** @description End its turns and sessions, call its merges off, keep its work */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly effort: components["schemas"]["Effort"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description EFFORT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description EFFORT_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listGroups: {
        readonly parameters: {
            readonly query?: {
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Groups of tasks, oldest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly groups: readonly components["schemas"]["TaskGroup"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly createGroup: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name: string;
                    readonly projectId: string;
                    readonly tasks: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Put tasks into a group; it is complete, once, when all of them are done */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly group: components["schemas"]["TaskGroup"];
                    };
                };
            };
            /** @description NAME_REQUIRED, INVALID_NAME, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description ID_ALREADY_REGISTERED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getGroup: {
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
            /** @description One group, and what of it is missing */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly group: components["schemas"]["TaskGroup"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description GROUP_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly addToGroup: {
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
                    readonly tasks: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description More tasks into a group that is not complete */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly group: components["schemas"]["TaskGroup"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description GROUP_NOT_FOUND, TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description GROUP_COMPLETED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly removeFromGroup: {
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
                    readonly tasks: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Tasks out of a group; they stay in the queue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly group: components["schemas"]["TaskGroup"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description GROUP_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description GROUP_COMPLETED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listHeats: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Heats, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly heats: readonly components["schemas"]["Heat"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly startHeat: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agents: readonly string[];
                    readonly base?: string;
                    readonly ignoreConfig?: boolean;
                    readonly name?: string;
                    /** @enum {string} */
                    readonly permissions?: "bypass" | "ask" | "read-only";
                    readonly projectId: string;
                    /** @default  */
                    readonly prompt?: string;
                };
            };
        };
        readonly responses: {
            /** @description One prompt and one base for several agents, a session each: all of them or none */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly heat: components["schemas"]["Heat"];
                    };
                };
            };
            /** @description HEAT_SIZE, PROMPT_REQUIRED, UNKNOWN_AGENT_SPEC, UNKNOWN_HARNESS, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED, SESSION_LIMIT */
            readonly 409: components["responses"]["Error"];
            /** @description PROMPT_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description HARNESS_BINARY_NOT_FOUND, HARNESS_SIGNED_OUT, UNSUPPORTED_MODEL, ABILITY_MISSING, BASE_REF_NOT_FOUND, SETUP_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description RESOURCE_FLOOR, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getHeat: {
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
            /** @description One heat, with what each of its agents came to */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly files: {
                            readonly all: readonly string[];
                            readonly only: readonly {
                                readonly paths: readonly string[];
                                readonly sessionId: string;
                            }[];
                            readonly some: readonly string[];
                        };
                        readonly heat: components["schemas"]["Heat"];
                        readonly sides: readonly components["schemas"]["HeatSide"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description HEAT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly keepOne: {
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
                    readonly head?: string;
                    readonly message?: string;
                    readonly session: string;
                    readonly stamp?: string;
                };
            };
        };
        readonly responses: {
            /** @description Land one of them through the merge queue; the others end once it landed */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly heat: components["schemas"]["Heat"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description HEAT_NOT_FOUND, HEAT_MEMBER_UNKNOWN */
            readonly 404: components["responses"]["Error"];
            /** @description HEAT_DECIDED, HEAD_CHANGED, SESSION_STARTING, TURN_IN_PROGRESS, MERGE_NOTHING, MERGE_BLOCKED, SETUP_NOT_TRUSTED, SNAPSHOT_FAILED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description MERGE_TARGET_MISSING, BASE_REF_NOT_FOUND, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly verifyHeat: {
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
                    readonly session?: string;
                };
            };
        };
        readonly responses: {
            /** @description Run the project’s verify on each of them, or on one; answers before it is over */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly heat: components["schemas"]["Heat"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description HEAT_NOT_FOUND, HEAT_MEMBER_UNKNOWN */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED, SESSION_STARTING, TURN_IN_PROGRESS */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description VERIFY_MISSING */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listMail: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly effort?: string;
                /** @description operator, a session's id, @parent, @children, @all or @<role>s */
                readonly from?: string;
                readonly limit?: number;
                readonly state?: "queued" | "delivered" | "read" | "undeliverable" | "cancelled";
                readonly thread?: string;
                /** @description operator, a session's id, @parent, @children, @all or @<role>s */
                readonly to?: string;
                readonly type?: "message" | "status" | "question" | "answer" | "result" | "error" | "worker_done" | "worker_died" | "merge_ready" | "merged" | "merge_failed" | "escalation" | "health_check" | "dispatch" | "assign" | "decision_gate";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Mail, newest first; a session sees its own */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: readonly components["schemas"]["Mail"][];
                        readonly nextCursor?: string;
                    };
                };
            };
            /** @description INVALID_CURSOR, INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly sendMail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly body: string;
                    /** @description whose sessions a group means, for the operator */
                    readonly effort?: string;
                    readonly payload?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /** @enum {string} */
                    readonly priority?: "low" | "normal" | "high" | "urgent";
                    readonly replyTo?: string;
                    readonly subject?: string;
                    /** @description operator, a session's id, @parent, @children, @all or @<role>s */
                    readonly to: string;
                    /** @enum {string} */
                    readonly type?: "message" | "status" | "question" | "answer" | "result" | "error" | "worker_done" | "worker_died" | "merge_ready" | "merged" | "merge_failed" | "escalation" | "health_check" | "dispatch" | "assign" | "decision_gate";
                };
            };
        };
        readonly responses: {
            /** @description Send a mail; an Idempotency-Key makes a repeated call answer as the first */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                        readonly mails?: readonly components["schemas"]["Mail"][];
                    };
                };
            };
            /** @description MESSAGE_REQUIRED, INVALID_PAYLOAD, INVALID_MAIL_TYPE, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description UNKNOWN_RECIPIENT, MAIL_NOT_FOUND, EFFORT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RECIPIENT_ENDED, MAIL_ANSWERED */
            readonly 409: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description EMPTY_GROUP */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getMail: {
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
            /** @description One mail */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly cancelMail: {
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
            /** @description Take back a message that waits */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                    };
                };
            };
            /** @description INVALID_MAIL_TYPE */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MAIL_DELIVERED */
            readonly 409: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly editMail: {
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
                    readonly body: string;
                };
            };
        };
        readonly responses: {
            /** @description Other words for a message that waits */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                    };
                };
            };
            /** @description INVALID_MAIL_TYPE, MESSAGE_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MAIL_DELIVERED */
            readonly 409: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly moveMail: {
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
                    readonly place: ("head" | "tail") | {
                        /** @example mail-1 */
                        readonly after: string;
                    };
                };
            };
        };
        readonly responses: {
            /** @description Put a message that waits at the head, the tail, or right behind another */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                    };
                };
            };
            /** @description INVALID_MAIL_TYPE, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MAIL_DELIVERED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly readMail: {
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
            /** @description Its receiver has read it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly replyToMail: {
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
                    readonly body?: string;
                    readonly option?: string;
                    /** @enum {string} */
                    readonly priority?: "low" | "normal" | "high" | "urgent";
                };
            };
        };
        readonly responses: {
            /** @description Answer to the other side, in its thread; a gate also takes one of its options */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: components["schemas"]["Mail"];
                    };
                };
            };
            /** @description MESSAGE_REQUIRED, INVALID_PAYLOAD, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description UNKNOWN_RECIPIENT, MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RECIPIENT_ENDED, MAIL_ANSWERED */
            readonly 409: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly purgeMail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly agent?: string;
                    readonly all?: boolean;
                    readonly days?: number;
                };
            };
        };
        readonly responses: {
            /** @description Throw away mail that was read, cancelled or is undeliverable */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly purged: number;
                    };
                };
            };
            /** @description CONFIRMATION_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getMailThread: {
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
            /** @description A thread, oldest first, by the id of any mail of it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly mail: readonly components["schemas"]["Mail"][];
                        readonly thread: string;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MAIL_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listMerges: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly project?: string;
                readonly session?: string;
                readonly state?: "queued" | "merging" | "resolving" | "verifying" | "ready" | "landed" | "rejected" | "needs_human";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Merges, newest first; a session sees its own */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly merges: readonly components["schemas"]["Merge"][];
                        readonly nextCursor?: string;
                    };
                };
            };
            /** @description INVALID_CURSOR, INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly enqueueMerge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly branch?: string;
                    readonly dryRun?: boolean;
                    readonly head?: string;
                    readonly into?: string;
                    readonly message?: string;
                    readonly priority?: number;
                    readonly projectId?: string;
                    readonly push?: boolean;
                    readonly session?: string;
                };
            };
        };
        readonly responses: {
            /** @description Ask for a merge of a session or a branch; with dryRun only say what it would come to */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly merge?: components["schemas"]["Merge"];
                        readonly prediction?: components["schemas"]["MergePrediction"];
                    };
                };
            };
            /** @description INVALID_BRANCH, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_NOTHING, MERGE_BLOCKED, HEAD_CHANGED, SETUP_NOT_TRUSTED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, MERGE_TARGET_MISSING, ABILITY_MISSING, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getMerge: {
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
            /** @description One merge */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly merge: components["schemas"]["Merge"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MERGE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly approveMerge: {
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
            /** @description Let a proven merge land that waits for the operator */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly merge: components["schemas"]["Merge"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MERGE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly cancelMerge: {
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
            /** @description Take a merge out of its lane; what has landed stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly merge: components["schemas"]["Merge"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MERGE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getMergeDiff: {
        readonly parameters: {
            readonly query?: {
                readonly file?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What it brings to its target */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MERGE_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getMergeOutput: {
        readonly parameters: {
            readonly query?: {
                readonly from?: number;
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
            /** @description What its verification said, from a byte offset */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly next: number;
                        readonly size: number;
                        readonly text: string;
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MERGE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly retryMerge: {
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
            /** @description Go on: from a person’s resolution, with the proven result, or from the branch as it is now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly merge: components["schemas"]["Merge"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description MERGE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly predictMerge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly branch?: string;
                    readonly into?: string;
                    readonly projectId?: string;
                    readonly session?: string;
                };
            };
        };
        readonly responses: {
            /** @description What a merge would come to: tier, conflicts, files, what stands in the way */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly prediction: components["schemas"]["MergePrediction"];
                    };
                };
            };
            /** @description INVALID_BRANCH, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_NOTHING, MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, MERGE_TARGET_MISSING, ABILITY_MISSING, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getNotify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every place that rings, how it does, and the key that pages subscribe with */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly kinds: readonly ("question" | "approval" | "failed" | "blocked" | "unknown" | "trouble" | "silent" | "parked" | "merge" | "gate" | "escalation" | "task" | "trust" | "done" | "needs-human" | "frozen" | "talk")[];
                        readonly pushKey: string;
                        readonly targets: readonly components["schemas"]["NotifyTarget"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listRings: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What rang, or waits to, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly rings: readonly components["schemas"]["Ring"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly subscribePush: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly endpoint: string;
                    readonly keys: {
                        readonly auth: string;
                        readonly p256dh: string;
                    };
                    readonly kinds?: readonly ("question" | "approval" | "failed" | "blocked" | "unknown" | "trouble" | "silent" | "parked" | "merge" | "gate" | "escalation" | "task" | "trust" | "done" | "needs-human" | "frozen" | "talk")[];
                };
            };
        };
        readonly responses: {
            /** @description A page takes Web Push from now on */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly target: components["schemas"]["NotifyTarget"];
                    };
                };
            };
            /** @description ENDPOINT_REFUSED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly unsubscribePush: {
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
            /** @description A page takes no Web Push any more */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly removed: number;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SUBSCRIPTION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly testNotify: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
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
            /** @description Ring one place, or all of them, now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly results: readonly {
                            readonly error: string | null;
                            readonly name: string;
                            readonly ok: boolean;
                        }[];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description NOTIFY_TARGET_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED, SESSION_LIMIT */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description HARNESS_BINARY_NOT_FOUND */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listPresence: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Who works where while nobody looks; agents may ask too */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly presence: readonly {
                            readonly key: string;
                            readonly sessionId: string | null;
                            /** Format: date-time */
                            readonly since: string;
                            readonly text: string;
                            readonly tripId: string;
                        }[];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listProgress: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What agents said of their progress, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly entries: readonly components["schemas"]["ProgressEntry"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly addProgress: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly complete?: boolean;
                    readonly followups?: readonly string[];
                    readonly projectId?: string;
                    readonly summary: string;
                };
            };
        };
        readonly responses: {
            /** @description Say how far it is; an agent speaks for its own session */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly entry: components["schemas"]["ProgressEntry"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description LEASE_LOST */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PATH_ALREADY_REGISTERED, ID_ALREADY_REGISTERED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description PROJECT_UNBORN, WORKTREE_UNSUPPORTED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description PROJECT_HAS_SESSIONS */
            readonly 409: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listPullRequests: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly open?: boolean;
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Pull requests of sessions as they were last seen, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly prs: readonly components["schemas"]["PullRequest"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getPullRequest: {
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
            /** @description One pull request as it was last seen */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly pr: components["schemas"]["PullRequest"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly closePullRequest: {
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
            /** @description Close it at the forge without a merge; the branch stays */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly pr: components["schemas"]["PullRequest"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly diffPullRequest: {
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
            /** @description Its changes as a patch, as the forge shows them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly head: string;
                        readonly id: string;
                        readonly patch: string;
                        readonly truncated: boolean;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly lookAtPullRequest: {
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
            /** @description Ask the forge about it now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly pr: components["schemas"]["PullRequest"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly mergePullRequest: {
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
                    readonly expectedHeadSha?: string;
                    /** @enum {string} */
                    readonly method?: "merge" | "squash" | "rebase";
                    readonly prUrl?: string;
                };
            };
        };
        readonly responses: {
            /** @description Merge it at the forge, if it is green, not objected to and still what was shown */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly method: "merge" | "squash" | "rebase";
                        /** @enum {boolean} */
                        readonly ok: true;
                        readonly pr: components["schemas"]["PullRequest"];
                        readonly prNumber: number;
                    };
                };
            };
            /** @description INVALID_PR, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description PR_NOT_OPEN, PR_HEAD_CHANGED, PR_NOT_MERGEABLE */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description PR_PRECONDITIONS_UNMET, FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly readyPullRequest: {
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
            /** @description A draft is one no longer; twice is once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly pr: components["schemas"]["PullRequest"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description PR_NOT_OPEN */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly resolvePullRequestThreads: {
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
                    readonly commentIds?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Resolve these review threads at the forge, or every one that is open; a session may resolve those of its own */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {boolean} */
                        readonly ok: true;
                        readonly pr: components["schemas"]["PullRequest"];
                        readonly resolved: number;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description NOTHING_TO_RESOLVE, FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listRelays: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly project?: string;
                readonly state?: "running" | "waiting" | "paused" | "ended";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Relays, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relays: readonly components["schemas"]["Relay"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly startRelay: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly base?: string;
                    readonly ignoreConfig?: boolean;
                    readonly inPlace?: boolean;
                    readonly iterations?: number;
                    readonly land?: boolean;
                    readonly mix?: readonly string[];
                    /** @enum {string} */
                    readonly mode?: "new" | "resume";
                    readonly parallel?: number;
                    readonly projectId: string;
                    readonly prompt?: string;
                    readonly relay?: string;
                    readonly route?: string;
                };
            };
        };
        readonly responses: {
            /** @description Start a relay on a prompt or on the queue, or go on with an unfinished one */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description UNKNOWN_AGENT_SPEC, INVALID_QUOTA, PROMPT_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, ROUTE_NOT_FOUND, RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED, RELAY_UNFINISHED, RELAY_ENDED, WORKSPACE_DIRTY */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description ROUTE_EMPTY, BASE_REF_NOT_FOUND, INVALID_CONFIG, QUEUE_UNREADABLE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description ALL_AGENTS_UNAVAILABLE, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getRelay: {
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
            /** @description One relay */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly landRelay: {
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
            /** @description Bring the branch of a relay to its base through the merge queue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_NOTHING, MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description MERGE_TARGET_MISSING */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly pauseRelay: {
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
            /** @description Begin no further try; the running ones go on */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RELAY_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly resumeRelay: {
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
            /** @description Go on after a pause */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RELAY_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly skipTry: {
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
            /** @description Call the running tries off; their tasks go to the next agent */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RELAY_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly stopRelay: {
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
                    readonly now?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description End it after the running tries, or with them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly relay: components["schemas"]["Relay"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RELAY_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listRelayTries: {
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
            /** @description The tries of a relay, oldest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly tries: readonly components["schemas"]["Try"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getTryPrompt: {
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
            /** @description The prompt that a try was given */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly prompt: string;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RELAY_NOT_FOUND, TRY_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly planRelay: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly base?: string;
                    readonly ignoreConfig?: boolean;
                    readonly inPlace?: boolean;
                    readonly iterations?: number;
                    readonly land?: boolean;
                    readonly mix?: readonly string[];
                    /** @enum {string} */
                    readonly mode?: "new" | "resume";
                    readonly parallel?: number;
                    readonly projectId: string;
                    readonly prompt?: string;
                    readonly relay?: string;
                    readonly route?: string;
                };
            };
        };
        readonly responses: {
            /** @description The schedule, the argv and the prompts of the first tries; starts nothing */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RelayPlan"];
                };
            };
            /** @description UNKNOWN_AGENT_SPEC, INVALID_QUOTA, PROMPT_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, ROUTE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description ROUTE_EMPTY, BASE_REF_NOT_FOUND, INVALID_CONFIG, QUEUE_UNREADABLE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description ALL_AGENTS_UNAVAILABLE, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly checkRoutes: {
        readonly parameters: {
            readonly query?: {
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every route resolved, with errors and warnings; starts no agent */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RouteCheck"];
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly includeArchived?: boolean;
                readonly includePersonas?: boolean;
                readonly includeTerminated?: boolean;
                readonly kind?: "worker" | "orchestrator";
                readonly limit?: number;
                readonly project?: string;
                readonly status?: "ended" | "starting" | "needs_input" | "blocked" | "working" | "unknown" | "parked" | "failed" | "waiting" | "ci_failed" | "changes_requested" | "review_pending" | "draft" | "mergeable" | "approved" | "pr_open" | "merged" | "reported" | "idle";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Sessions, newest first; ended ones only with includeTerminated, archived ones only with includeArchived too */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly spawnSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agent?: string;
                    readonly allowOverlap?: boolean;
                    readonly allowTakeover?: boolean;
                    readonly base?: string;
                    readonly branch?: string;
                    readonly claimPr?: string;
                    readonly effortId?: string;
                    readonly files?: readonly string[];
                    readonly harness?: string;
                    readonly ignoreConfig?: boolean;
                    /** @enum {string} */
                    readonly kind?: "worker" | "orchestrator";
                    /** @enum {string} */
                    readonly mode?: "headless" | "terminal";
                    readonly model?: string;
                    readonly name?: string;
                    readonly noWait?: boolean;
                    readonly parentId?: string;
                    /** @enum {string} */
                    readonly permissions?: "bypass" | "ask" | "read-only";
                    readonly profile?: string;
                    readonly projectId?: string | null;
                    readonly prompt?: string;
                    readonly role?: string;
                    readonly scratch?: boolean;
                    readonly spec?: string;
                    readonly taskId?: string;
                };
            };
        };
        readonly responses: {
            /** @description Start an agent in a workspace of its own; with a role, under its parent */
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
            /** @description UNKNOWN_HARNESS, INVALID_BRANCH, PROMPT_REQUIRED, ROLE_UNKNOWN, UNKNOWN_AGENT_SPEC, INVALID_PATH, PR_REQUIRED, INVALID_PR_REF, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description ROLE_MAY_NOT_SPAWN, FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, PARENT_NOT_FOUND, EFFORT_NOT_FOUND, TASK_NOT_FOUND, PR_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BRANCH_CHECKED_OUT_ELSEWHERE, BRANCH_NAMESPACE_TAKEN, SETUP_NOT_TRUSTED, SESSION_LIMIT, AGENT_BENCHED, DEPTH_EXCEEDED, CHILDREN_LIMIT, EFFORT_LIMIT, BUDGET_REACHED, EFFORT_ENDED, FILE_SCOPE_OVERLAP, PR_NOT_OPEN, PR_HEAD_CHANGED, PR_CLAIMED_BY_ACTIVE_SESSION, HEAD_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description PROMPT_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description HARNESS_BINARY_NOT_FOUND, HARNESS_SIGNED_OUT, UNSUPPORTED_MODEL, ABILITY_MISSING, BASE_REF_NOT_FOUND, SETUP_FAILED, LAUNCH_FAILED, PR_PROJECT_MISMATCH, PR_NOT_PUSHABLE, SESSION_NOT_CLAIMABLE, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED, NO_REMOTE, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description RESOURCE_FLOOR, SCM_UNAVAILABLE, FORGE_UNREACHABLE, FORGE_RATE_LIMITED, REMOTE_UNREACHABLE, NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly changeSession: {
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
                    readonly model?: string | null;
                    readonly name?: string;
                };
            };
        };
        readonly responses: {
            /** @description Another name, or another model from the next turn on */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, REQUEST_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly archiveSession: {
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
                    readonly end?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Put an ended session out of sight; with `end` it is ended first */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_NOT_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly keepAttachment: {
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
                    /** @description the bytes of the file, in base64; at most 10 MB of them */
                    readonly data: string;
                    readonly name: string;
                };
            };
        };
        readonly responses: {
            /** @description A file for the next message: an image, a PDF or text of at most 10 MB; name its id in `attachments` of send */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly attachment: {
                            readonly bytes: number;
                            readonly id: string;
                            readonly name: string;
                            readonly type: string;
                        };
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description ATTACHMENT_TOO_LARGE, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description ATTACHMENT_TYPE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, BLOB_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            /** @description Stop the running turn; `cancelled: false` where none runs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly cancelled: boolean;
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description LAUNCH_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listChildren: {
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
            /** @description The sessions that this one started, oldest first, ended ones too */
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
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly proposeCommit: {
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
            /** @description What a session left uncommitted, with a message proposed for it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly proposal: {
                            readonly files: readonly string[];
                            readonly head: string;
                            readonly message: string;
                            readonly nested: readonly string[];
                            readonly stamp: string;
                        };
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_NOT_RESTORABLE, MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly commitLeftovers: {
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
                    readonly head?: string;
                    readonly message?: string;
                    readonly stamp?: string;
                };
            };
        };
        readonly responses: {
            /** @description Commit what a session left; null when nothing was */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly commit: {
                            readonly files: readonly string[];
                            readonly hash: string;
                            readonly message: string;
                        } | null;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_NOT_RESTORABLE, SESSION_STARTING, TURN_IN_PROGRESS, MERGE_BLOCKED, HEAD_CHANGED, SNAPSHOT_FAILED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getDiff: {
        readonly parameters: {
            readonly query?: {
                readonly file?: string;
                readonly from?: number;
                readonly oldFile?: string;
                readonly stat?: boolean;
                readonly to?: number;
                readonly view?: string;
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, SNAPSHOT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly dismissSession: {
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
            /** @description Let go of a session that is needed no more; also by the session that started it */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly openEditor: {
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
                    readonly file?: string;
                    readonly line?: number;
                };
            };
        };
        readonly responses: {
            /** @description Start the editor of `[editor] open` where the daemon runs, with the workspace or one file of it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly opened: string;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, FILE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description EDITOR_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
                    readonly agent?: string;
                    readonly harness?: string;
                    readonly model?: string;
                    readonly name?: string;
                    /** @enum {string} */
                    readonly permissions?: "bypass" | "ask" | "read-only";
                    readonly prompt?: string;
                };
            };
        };
        readonly responses: {
            /** @description A new session and workspace at the newest snapshot, for the same agent or another */
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
            /** @description PROMPT_REQUIRED, UNKNOWN_AGENT_SPEC, UNKNOWN_HARNESS, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_STARTING, SESSION_NOT_RESTORABLE, SESSION_LIMIT, BUDGET_REACHED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING, HARNESS_BINARY_NOT_FOUND */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly guardCall: {
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
                readonly "application/json": components["schemas"]["GuardQuestion"];
            };
        };
        readonly responses: {
            /** @description From an agent's hooks, before a tool is called: may it be? Takes the hook's payload as its CLI wrote it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GuardAnswer"];
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly makeHeadless: {
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
                    readonly force?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Leave the interface of a session; its conversation goes on headless */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS, SESSION_AWAITING_DECISION */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description LAUNCH_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly lookAtLanding: {
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
            /** @description How its work stands in git now, the next sensible step and the others */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly landing: components["schemas"]["LandingLook"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly nudgeSession: {
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
                    readonly force?: boolean;
                    readonly message?: string;
                };
            };
        };
        readonly responses: {
            /** @description Remind a session: a turn begins or is queued; not twice within half a minute */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @enum {string} */
                        readonly nudge: "started" | "queued" | "refused";
                        readonly reason?: string;
                    };
                };
            };
            /** @description MESSAGE_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly openTerminal: {
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
            /** @description Go on with a headless session in its CLI's own interface, in a terminal */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description ABILITY_MISSING, RUNTIME_MISSING, HARNESS_BINARY_NOT_FOUND, LAUNCH_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly findPaths: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly q?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Files of the workspace by a few letters, the best first; ignored ones are left out */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly more: boolean;
                        readonly paths: readonly string[];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getPlaces: {
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
            /** @description Where its work can be looked at: the operator’s editor, and the ports of its own on which something listens */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly places: {
                            readonly editor: {
                                readonly href: string | null;
                                readonly name: string;
                                /** @enum {string} */
                                readonly type: "link" | "command";
                            } | null;
                            readonly ports: {
                                readonly base: number;
                                readonly count: number;
                                readonly listening: readonly number[];
                            } | null;
                            readonly workspace: string | null;
                        };
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listSessionPullRequests: {
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
            /** @description The pull requests of a session */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly prs: readonly components["schemas"]["PullRequest"][];
                        readonly sessionId: string;
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly openPullRequest: {
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
                    readonly base?: string;
                    readonly body?: string;
                    readonly draft?: boolean;
                    readonly forceWithLease?: boolean;
                    readonly head?: string;
                    readonly title?: string;
                };
            };
        };
        readonly responses: {
            /** @description Push the session’s branch and open a pull request; the one that is open already is answered instead */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly created: boolean;
                        readonly pr: components["schemas"]["PullRequest"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, PR_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED, HEAD_CHANGED, NOTHING_TO_PUSH, PUSH_REJECTED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description NO_REMOTE, BASE_REF_NOT_FOUND, GIT_FAILED, FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description REMOTE_UNREACHABLE, FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly claimPullRequest: {
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
                    readonly allowTakeover?: boolean;
                    /** @default  */
                    readonly pr?: string;
                };
            };
        };
        readonly responses: {
            /** @description Take a pull request over: the worktree switches to its branch, who had it is told */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly branchChanged: boolean;
                        /** @enum {boolean} */
                        readonly ok: true;
                        readonly prs: readonly components["schemas"]["PullRequest"][];
                        readonly sessionId: string;
                        readonly takenOverFrom: readonly string[];
                    };
                };
            };
            /** @description PR_REQUIRED, INVALID_PR_REF, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, PROJECT_NOT_FOUND, PR_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS, WORKSPACE_DIRTY, SNAPSHOT_FAILED, BRANCH_CHECKED_OUT_ELSEWHERE, PR_NOT_OPEN, PR_HEAD_CHANGED, PR_CLAIMED_BY_ACTIVE_SESSION, HEAD_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description SESSION_NO_WORKSPACE, BASE_REF_NOT_FOUND, PR_PROJECT_MISMATCH, PR_NOT_PUSHABLE, SESSION_NOT_CLAIMABLE, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED, NO_REMOTE, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description SCM_UNAVAILABLE, FORGE_UNREACHABLE, FORGE_RATE_LIMITED, REMOTE_UNREACHABLE, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly proposePullRequest: {
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
            /** @description What a pull request of this session would say */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly proposal: components["schemas"]["PullRequestProposal"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description NO_REMOTE, BASE_REF_NOT_FOUND, GIT_FAILED, FORGE_UNSUPPORTED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly pushBranch: {
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
                    readonly forceWithLease?: boolean;
                    readonly head?: string;
                };
            };
        };
        readonly responses: {
            /** @description Push its branch under its own name; never with force */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly push: {
                            readonly branch: string;
                            readonly commit: string;
                            readonly commits: number;
                            readonly remote: string;
                        };
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description MERGE_BLOCKED, HEAD_CHANGED, NOTHING_TO_PUSH, PUSH_REJECTED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, NO_REMOTE, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description REMOTE_UNREACHABLE, NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
                        readonly notices: readonly {
                            readonly code: string;
                            readonly message: string;
                        }[];
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_NOT_RESTORABLE, EFFORT_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly retrySession: {
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
                    readonly agent?: string;
                };
            };
        };
        readonly responses: {
            /** @description The words of its last turn once more, to the same agent or another */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly delivery: components["schemas"]["Delivery"];
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
            /** @description UNKNOWN_AGENT_SPEC, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS, NOTHING_TO_RETRY */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING, HARNESS_BINARY_NOT_FOUND */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getReview: {
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
            /** @description The draft: its note, its comments, and where the code of each is now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly review: components["schemas"]["Review"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly setReviewNote: {
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
                    readonly note: string;
                };
            };
        };
        readonly responses: {
            /** @description The note that stands before the comments */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly review: components["schemas"]["Review"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getReviewChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description `all`, `committed`, `staged`, `uncommitted`, `turn:<n>` or `commit:<hash>` */
                readonly view?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The files of a view, what is committed, staged and uncommitted, and the turns and commits to look at */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly changes: components["schemas"]["ReviewChanges"];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, TURN_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BASE_REF_NOT_FOUND, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly putReviewComment: {
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
                    readonly body: string;
                    readonly endLine?: number;
                    /** @description Chosen by the caller: said again, it is the same comment */
                    readonly id?: string;
                    readonly line: number;
                    readonly path: string;
                    /** @description The code as the reader saw it; read from the file where it is not given */
                    readonly quote?: string;
                    /** @enum {string} */
                    readonly side?: "old" | "new";
                };
            };
        };
        readonly responses: {
            /** @description Comment on a line or a range; with the id of a comment, change it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly comment: components["schemas"]["ReviewComment"];
                        readonly review: components["schemas"]["Review"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, FILE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly deleteReviewComment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly comment: string;
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Take a comment back */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly review: components["schemas"]["Review"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, COMMENT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getReviewFile: {
        readonly parameters: {
            readonly query: {
                readonly file: string;
                readonly side?: "old" | "new";
                /** @description `all`, `committed`, `staged`, `uncommitted`, `turn:<n>` or `commit:<hash>` */
                readonly view?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The bytes of one side of a file, for pictures */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/octet-stream": string;
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, FILE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly reviewPullRequest: {
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
                    readonly pr?: string;
                    readonly rev?: number;
                };
            };
        };
        readonly responses: {
            /** @description Give the draft of a review as the review of the session’s pull request, once */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly comments: number;
                        readonly pr: components["schemas"]["PullRequest"];
                        readonly url: string | null;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, PR_NOT_FOUND, PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description REVIEW_EMPTY, REVIEW_CHANGED, HEAD_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description FORGE_UNSUPPORTED, FORGE_NO_TOKEN, FORGE_REFUSED, PR_OPERATION_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description FORGE_UNREACHABLE, FORGE_RATE_LIMITED, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly sendReview: {
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
                    /** @description Only the draft with this number */
                    readonly rev?: number;
                };
            };
        };
        readonly responses: {
            /** @description The draft becomes the next message, once; an Idempotency-Key makes a repeated call answer as the first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly delivery: components["schemas"]["Delivery"];
                        readonly message: string;
                        readonly review: components["schemas"]["Review"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description REVIEW_EMPTY, REVIEW_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly setReviewViewed: {
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
                    readonly mark: string;
                    readonly path: string;
                    readonly viewed: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Remember that a difference was read, until it is another one */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly viewed: boolean;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
                    readonly attachments?: readonly string[];
                    readonly interrupt?: boolean;
                    readonly launchId?: string;
                    /** @default  */
                    readonly message?: string;
                    readonly model?: string;
                    readonly noWait?: boolean;
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, ATTACHMENT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, LAUNCH_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
                        readonly left: readonly string[];
                        readonly snapshot: components["schemas"]["Snapshot"];
                        readonly to: string;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, SNAPSHOT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description DESTINATION_NOT_EMPTY, TURN_IN_PROGRESS */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description SNAPSHOT_INCOMPLETE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly switchAgent: {
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
                    /** @description `harness[:model]`, by its short or its long name */
                    readonly agent: string;
                };
            };
        };
        readonly responses: {
            /** @description Another agent goes on in the same worktree; the conversation of the one before is kept */
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
            /** @description UNKNOWN_AGENT_SPEC, UNKNOWN_HARNESS, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING, HARNESS_BINARY_NOT_FOUND */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getTerminal: {
        readonly parameters: {
            readonly query?: {
                readonly readOnly?: "true" | "false";
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The program that shows the terminal of a session on this machine */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly terminal: {
                            /** @description the program that shows it in a terminal of this machine */
                            readonly argv: readonly string[];
                            readonly launchId: string;
                            /** @description variables that must not be in its environment */
                            readonly unset: readonly string[];
                        };
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description NOT_A_TERMINAL, AGENT_EXITED */
            readonly 409: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED, SESSION_STARTING, TURN_IN_PROGRESS, BUDGET_REACHED, LAUNCH_CHANGED */
            readonly 409: components["responses"]["Error"];
            /** @description PROMPT_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description UNSUPPORTED_MODEL, ABILITY_MISSING */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, TURN_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly unarchiveSession: {
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
            /** @description Bring an archived session back into sight */
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly updateFromBase: {
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
                    readonly hand?: boolean;
                    readonly head?: string;
                };
            };
        };
        readonly responses: {
            /** @description Merge the base into its branch, in its worktree; with hand the agent gets the conflicts */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly update: {
                            readonly commit: string;
                            readonly commits: number;
                            readonly conflicts: readonly string[];
                            /** @enum {string} */
                            readonly state: "updated" | "current" | "handed";
                            readonly target: string;
                        };
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_NOT_RESTORABLE, SESSION_STARTING, TURN_IN_PROGRESS, MERGE_BLOCKED, WORKSPACE_DIRTY, HEAD_CHANGED, UPDATE_CONFLICT, SNAPSHOT_FAILED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description MERGE_TARGET_MISSING, BASE_REF_NOT_FOUND, GIT_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly waitFor: {
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
                    readonly deadline?: string;
                    readonly for: string;
                };
            };
        };
        readonly responses: {
            /** @description Agree to wait for children, mail, a task or a time; answers at once */
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
            /** @description WAIT_INVALID, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description SESSION_NOT_FOUND, TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SESSION_ENDED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
                    readonly sessions?: readonly string[];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, SESSION_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
        };
    };
    readonly listTalks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every persona, with its presets and the conversation that is held with it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly talks: readonly components["schemas"]["Talk"][];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getTalk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly persona: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One of them */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly talk: components["schemas"]["Talk"];
                    };
                };
            };
            /** @description PERSONA_NOT_FOUND */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly endTalk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly persona: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": Record<string, never>;
            };
        };
        readonly responses: {
            /** @description Put the conversation away: it ends, and the next words begin another */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly talk: components["schemas"]["Talk"];
                    };
                };
            };
            /** @description PERSONA_NOT_FOUND, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly sayToPersona: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly persona: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly id: string;
                    /** @default  */
                    readonly message?: string;
                };
            };
        };
        readonly responses: {
            /** @description Say something: a turn begins, or it waits for the running one; a message is said once by its `id` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly delivery: components["schemas"]["Delivery"];
                        readonly repeated: boolean;
                        readonly talk: components["schemas"]["Talk"];
                    };
                };
            };
            /** @description PERSONA_NOT_FOUND, MESSAGE_REQUIRED, UNKNOWN_AGENT_SPEC, UNKNOWN_HARNESS, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description SETUP_NOT_TRUSTED, SESSION_LIMIT, BUDGET_REACHED, SPAWN_CANCELLED */
            readonly 409: components["responses"]["Error"];
            /** @description MESSAGE_TOO_LONG, BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INVALID_CONFIG, HARNESS_BINARY_NOT_FOUND, HARNESS_SIGNED_OUT, UNSUPPORTED_MODEL, ABILITY_MISSING, SETUP_FAILED, LAUNCH_FAILED */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description RESOURCE_FLOOR, NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listTasks: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly project?: string;
                readonly role?: string;
                readonly state?: "ready" | "claimed" | "done" | "failed" | "needs_user" | "cancelled";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Tasks in the order of the queue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly nextCursor?: string;
                        readonly tasks: readonly components["schemas"]["Task"][];
                    };
                };
            };
            /** @description INVALID_CURSOR, INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly addTask: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly blockedBy?: readonly string[];
                    readonly body?: string;
                    /** @enum {string} */
                    readonly expects?: "change" | "none";
                    readonly place?: ("head" | "tail") | {
                        readonly after: string;
                    };
                    readonly priority?: number;
                    readonly projectId: string;
                    readonly role?: string | null;
                    readonly tags?: readonly string[];
                    readonly title: string;
                    readonly verify?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Add a task; an agent adds to its own project */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description NAME_REQUIRED, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description TASK_CYCLE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getTask: {
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
            /** @description One task; `current` is the one that the calling session holds */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly removeTask: {
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
            /** @description Take a task out of the queue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description TASK_CLAIMED */
            readonly 409: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly changeTask: {
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
                    readonly blockedBy?: readonly string[];
                    readonly body?: string;
                    /** @enum {string} */
                    readonly expects?: "change" | "none";
                    readonly priority?: number;
                    readonly role?: string | null;
                    /** @enum {string} */
                    readonly state?: "ready" | "cancelled";
                    readonly tags?: readonly string[];
                    readonly title?: string;
                    readonly verify?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Change a task; state ready tries it again, cancelled puts it aside */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description TASK_CLAIMED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description TASK_CYCLE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly claimTask: {
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
            /** @description Take a task; the claim is a lease that lives as long as the launch */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description TASK_CLAIMED, TASK_BLOCKED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly finishTask: {
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
                    readonly followups?: readonly string[];
                    readonly summary?: string;
                };
            };
        };
        readonly responses: {
            /** @description Report a task as done; inside a relay it is a claim that is verified */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description LEASE_LOST, TASK_CLAIMED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly failTask: {
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
                    readonly needsUser?: boolean;
                    readonly summary?: string;
                };
            };
        };
        readonly responses: {
            /** @description Report that a task cannot be done, or that it needs a person */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description LEASE_LOST, TASK_CLAIMED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly handOffTask: {
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
                    readonly followups?: readonly string[];
                    readonly summary?: string;
                };
            };
        };
        readonly responses: {
            /** @description Report what was done and what is left, as follow-ups right behind it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description LEASE_LOST, TASK_CLAIMED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly moveTask: {
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
                    readonly place: ("head" | "tail") | {
                        readonly after: string;
                    };
                };
            };
        };
        readonly responses: {
            /** @description Put a task at the head, the tail, or right behind another */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly task: components["schemas"]["Task"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly importTasks: {
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
                    readonly text: string;
                };
            };
        };
        readonly responses: {
            /** @description Add the tasks of a file: a Markdown list, laps.json, or an export; all of them or none */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly nextCursor?: string;
                        readonly tasks: readonly components["schemas"]["Task"][];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND, TASK_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description QUEUE_UNREADABLE, TASK_CYCLE */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listTries: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly n?: number;
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The newest tries of a project, or the one with this number */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly tries: readonly components["schemas"]["Try"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listTrips: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly open?: boolean;
                readonly project?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Trips of the loop, newest first */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly trips: readonly components["schemas"]["Trip"][];
                    };
                };
            };
            /** @description INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getTrip: {
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
            /** @description One trip, with the checklist on its issue */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly checklist: string | null;
                        readonly logs?: readonly {
                            readonly name: string;
                            readonly tail: string;
                        }[];
                        readonly trip: components["schemas"]["Trip"];
                    };
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description TRIP_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description CODE_EXPIRED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
        };
    };
    readonly execute: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agent: string;
                    /** @default 5 */
                    readonly max_budget_usd?: number;
                    readonly metadata?: {
                        readonly [key: string]: unknown;
                    } | null;
                    readonly prompt: string;
                    /** @default 2700 */
                    readonly timeout_seconds?: number;
                };
            };
        };
        readonly responses: {
            /** @description As POST /jobs, in the words of the predecessor: `agent` is a persona or an agent */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                        /** @enum {string} */
                        readonly status: "queued" | "running" | "completed" | "failed" | "timeout" | "cancelled" | "error";
                    };
                };
            };
            /** @description PROMPT_REQUIRED, PERSONA_NOT_FOUND, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description ABILITY_MISSING, INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description QUEUE_FULL, RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getDoorHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Is the daemon up, and is there room at its doors? */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorHealth"];
                };
            };
            /** @description FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
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
            readonly 403: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
        };
    };
    readonly githubHook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description A signed delivery of GitHub: the repository that it names is looked at now; off until a secret is set */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly looks: boolean;
                        /** @enum {boolean} */
                        readonly ok: true;
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description ROUTE_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query?: {
                readonly cursor?: string;
                readonly limit?: number;
                readonly status?: "queued" | "running" | "completed" | "failed" | "timeout" | "cancelled" | "error";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Jobs, newest first, by pages of 50 */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly jobs: readonly components["schemas"]["Job"][];
                        readonly nextCursor?: string;
                    };
                };
            };
            /** @description INVALID_CURSOR, INVALID_QUERY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly startJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly agent?: string;
                    readonly budget_usd?: number;
                    readonly callback_url?: string;
                    readonly metadata?: {
                        readonly [key: string]: unknown;
                    } | null;
                    readonly persona?: string;
                    readonly project?: string;
                    readonly prompt: string;
                    readonly timeout_seconds?: number;
                };
            };
        };
        readonly responses: {
            /** @description One prompt for one agent; an Idempotency-Key gives the same job again */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job_id: string;
                        /** @enum {string} */
                        readonly status: "queued" | "running" | "completed" | "failed" | "timeout" | "cancelled" | "error";
                    };
                };
            };
            /** @description PROMPT_REQUIRED, PERSONA_NOT_FOUND, INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description PROJECT_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description KEY_REUSED */
            readonly 409: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description ABILITY_MISSING, CALLBACK_UNSIGNED, INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description QUEUE_FULL, RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getJob: {
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
            /** @description One job: its state, output, usage, cost, files changed and branch */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description JOB_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly cancelJob: {
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
            /** @description End a job; `cancelled: false` where it had ended */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly cancelled: boolean;
                        readonly job: components["schemas"]["Job"];
                    };
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description JOB_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly streamJob: {
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
            /** @description SSE: `job` at each step, the rows of its session as they come, `end` at the end */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description JOB_NOT_FOUND */
            readonly 404: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly mcp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description Model Context Protocol (streamable HTTP): tools, transcripts, prompts; the token says which */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/event-stream": string;
                };
            };
            /** @description INVALID_JSON, INVALID_BODY */
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 406: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProtocolError"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 415: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProtocolError"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
        };
    };
    readonly getMetrics: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Figures as Prometheus reads them; the metrics token opens it too, and nothing else */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain": string;
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description INVALID_CONFIG */
            readonly 422: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 403: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description NOT_READY */
            readonly 503: components["responses"]["Error"];
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
            readonly 400: components["responses"]["Error"];
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_ORIGIN, FORBIDDEN_SCOPE, FORBIDDEN_HOST */
            readonly 403: components["responses"]["Error"];
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
        };
    };
    readonly createChatCompletion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description Ask a persona or an agent, as OpenAI clients do; `stream: true` answers with server-sent events */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatCompletion"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
        };
    };
    readonly speak: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description One turn of a conversation under an id of your own: `{session_id, message, model?, stream?}` */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpokenReply"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
        };
    };
    readonly listModels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Names that a request may give as its model: personas, models, aliases, agents */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelList"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
        };
    };
    readonly getModel: {
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
            /** @description One of them; 404 when nobody serves it */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Model"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
        };
    };
    readonly createResponse: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description OpenAI's newer shape; `previous_response_id` goes on with the conversation */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ModelResponse"];
                };
            };
            /** @description Refused in the words of its own clients. */
            readonly 400: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description UNAUTHORIZED */
            readonly 401: components["responses"]["Error"];
            /** @description FORBIDDEN_SCOPE, FORBIDDEN_HOST, FORBIDDEN_ORIGIN */
            readonly 403: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 404: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
            /** @description BODY_TOO_LARGE */
            readonly 413: components["responses"]["Error"];
            /** @description RATE_LIMITED */
            readonly 429: components["responses"]["Error"];
            /** @description INTERNAL_ERROR */
            readonly 500: components["responses"]["Error"];
            /** @description Refused in the words of its own clients. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["DoorRefusal"];
                };
            };
        };
    };
}
