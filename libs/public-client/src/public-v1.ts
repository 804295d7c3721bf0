// Written by `pnpm --filter @course-grading/public-client types`.
export interface paths {
    "/api/v1/courses/{courseId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of a course
         * @description Returns the current settings document, with its revision in `revision` and as a strong `ETag`. `HEAD` works, too. If `If-None-Match` names the current revision, the reply is 304.
         *
         *     For teachers of the course.
         */
        get: operations["getCourseSettings"];
        /**
         * Replace the settings of a course
         * @description Replaces every writable field; the reply is the stored document with its new revision. `If-Match` carries the revision that the caller read. If another writer came first, the reply is 412: read again, reconcile, and retry. The revision rises even when nothing changed. The `ETag` belongs to the reply's body, not to the request's. Every grader is looked up on the learning platform, and the token is validated again. A manual-grading exercise that this write adds must belong to the course there; otherwise the reply is 400 with the issue `invalid_value` at its path. The document that would be stored may have 2,000,000 bytes; a larger one is 400 with the issue `too_large` at `$`. The slug must be the current one.
         *
         *     For teachers of the course.
         */
        put: operations["putCourseSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this description
         * @description Returns this OpenAPI 3.1 document. Its bytes are the same for one version of the service, wherever it runs.
         *
         *     Anybody may call it, without a credential.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The body of every error. */
        ApiErrorEnvelopeV1: {
            error: components["schemas"]["ApiErrorV1"];
        };
        /** @description What went wrong. */
        ApiErrorV1: {
            /** @description Machine-readable; clients branch on it. */
            code: string;
            /** @description For people. */
            message: string;
            /** @description The same as the `X-Request-ID` header. */
            requestId: string;
            /** @description This service always sends it; empty if the problem is not about parts of the input. */
            issues?: components["schemas"]["ApiIssueV1"][];
        };
        /** @description One thing wrong with the input. */
        ApiIssueV1: {
            /** @description JSON path such as `$.graders[0].userId`. */
            path: string;
            /** @description Machine-readable reason. */
            code: string;
            /** @description For people. */
            message: string;
        };
        /** @description A person who grades, with the languages and tags that restrict their work. */
        CourseGrader: {
            /** @description A person who is course staff on the learning platform now. */
            userId: number;
            /** @description Languages that this person grades; each must be a language of the course. */
            languages: string[];
            /** @description The person gives feedback only to students with one of these tags. Absent: to all students; empty: to no student. */
            feedbackTags?: string[];
            /** @description The person grades only submissions of students with one of these tags. Absent: all submissions; empty: no submission. */
            gradingTags?: string[];
        };
        /** @description The settings of a course. `courseConfigUrl` and `ltiLoginUrl` are always there, as a string or null. */
        CourseSettingsDocumentV1: {
            /** @description Current revision; equals the `ETag` header. Kept by the service. */
            revision: number;
            /**
             * @description Version of this document, currently 1.
             * @enum {integer}
             */
            schemaVersion: 1;
            /** @description The course. Kept by the service. */
            courseId: number;
            /** @description Lower-case URL slug of the course. */
            slug: string;
            /** @description Name of the course; counted and stored in Unicode normal form C. It shows at least one character, and has no control, line-separating, bidirectional-override or unassigned characters. */
            name: string;
            /** @description Content languages, the first one is the main one. */
            languages: string[];
            /** @description Syntax highlighters that the course uses. */
            highlightLanguages: ("abap" | "actionscript-3" | "ada" | "ahk" | "ahk2" | "angular-html" | "angular-ts" | "apache" | "apex" | "apl" | "applescript" | "ara" | "asciidoc" | "asm" | "astro" | "awk" | "ballerina" | "bat" | "beancount" | "berry" | "bibtex" | "bicep" | "bird2" | "blade" | "bsl" | "c" | "c3" | "cadence" | "cairo" | "chapel" | "clarity" | "clojure" | "cmake" | "cobol" | "codeowners" | "codeql" | "coffee" | "common-lisp" | "coq" | "cpp" | "crystal" | "csharp" | "css" | "csv" | "cue" | "cypher" | "d" | "dart" | "dax" | "desktop" | "diff" | "docker" | "dotenv" | "dream-maker" | "edge" | "elixir" | "elm" | "emacs-lisp" | "erb" | "erlang" | "fennel" | "fish" | "fluent" | "fortran-fixed-form" | "fortran-free-form" | "fsharp" | "gdresource" | "gdscript" | "gdshader" | "genie" | "gherkin" | "git-commit" | "git-rebase" | "gleam" | "glimmer-js" | "glimmer-ts" | "glsl" | "gn" | "gnuplot" | "go" | "graphql" | "groovy" | "hack" | "haml" | "handlebars" | "haskell" | "haxe" | "hcl" | "hjson" | "hlsl" | "html" | "html-derivative" | "http" | "hurl" | "hxml" | "hy" | "imba" | "ini" | "java" | "javascript" | "jinja" | "jison" | "json" | "json5" | "jsonc" | "jsonl" | "jsonnet" | "jssm" | "jsx" | "julia" | "just" | "kdl" | "kotlin" | "kusto" | "latex" | "lean" | "less" | "liquid" | "llvm" | "log" | "logo" | "lua" | "luau" | "make" | "markdown" | "marko" | "matlab" | "mdc" | "mdx" | "mermaid" | "mipsasm" | "mojo" | "moonbit" | "move" | "narrat" | "nextflow" | "nextflow-groovy" | "nginx" | "nim" | "nix" | "nsis" | "nushell" | "objective-c" | "objective-cpp" | "ocaml" | "odin" | "openscad" | "org" | "pascal" | "perl" | "php" | "pkl" | "plsql" | "po" | "polar" | "postcss" | "powerquery" | "powershell" | "prisma" | "prolog" | "proto" | "pug" | "puppet" | "purescript" | "python" | "qml" | "qmldir" | "qss" | "r" | "racket" | "raku" | "razor" | "rbs" | "reg" | "regexp" | "rel" | "riscv" | "ron" | "rosmsg" | "rst" | "ruby" | "rust" | "sas" | "sass" | "scala" | "scheme" | "scss" | "sdbl" | "shaderlab" | "shellscript" | "shellsession" | "smalltalk" | "smithy" | "solidity" | "soy" | "sparql" | "splunk" | "sql" | "ssh-config" | "stata" | "stylus" | "surrealql" | "svelte" | "swift" | "system-verilog" | "systemd" | "talonscript" | "tasl" | "tcl" | "templ" | "terraform" | "tex" | "toml" | "ts-tags" | "tsv" | "tsx" | "turtle" | "twig" | "typescript" | "typespec" | "typst" | "v" | "vala" | "vb" | "verilog" | "vhdl" | "viml" | "vue" | "vue-html" | "vue-vine" | "vyper" | "wasm" | "wenyan" | "wgsl" | "wikitext" | "wit" | "wolfram" | "xml" | "xsl" | "yaml" | "zenscript" | "zig")[];
            /**
             * Format: uri
             * @description HTTPS or HTTP address of the course configuration, without user information; null where there is none.
             */
            courseConfigUrl?: string | null;
            templates: components["schemas"]["CourseTemplateSettings"];
            /** @description Whether students can discover the course. */
            listed: boolean;
            /** @description Tags that students see; each must exist in the read-only `tags`. */
            visibleTagSlugs: string[];
            /** @description At most one entry for each person. */
            graders: components["schemas"]["CourseGrader"][];
            /** @description Exercises of the learning platform that are graded by hand; each belongs to at most one course. Replies list them in ascending order. */
            manualGradingExercises: number[];
            /** @description Read-only; refreshed from the learning platform in the settings page of the service. */
            tags: components["schemas"]["CourseTag"][];
            /** @description Read-only. */
            ltiLoginUrl?: string | null;
        };
        /** @description Exactly the writable fields; the whole object is sent and replaces all of them. `slug` must be the current one. An absent `courseConfigUrl` means null. */
        CourseSettingsUpdateV1: {
            /**
             * @description Version of this document, currently 1.
             * @enum {integer}
             */
            schemaVersion: 1;
            /** @description Lower-case URL slug of the course. */
            slug: string;
            /** @description Name of the course; counted and stored in Unicode normal form C. It shows at least one character, and has no control, line-separating, bidirectional-override or unassigned characters. */
            name: string;
            /** @description Content languages, the first one is the main one. */
            languages: string[];
            /** @description Syntax highlighters that the course uses. */
            highlightLanguages: ("abap" | "actionscript-3" | "ada" | "ahk" | "ahk2" | "angular-html" | "angular-ts" | "apache" | "apex" | "apl" | "applescript" | "ara" | "asciidoc" | "asm" | "astro" | "awk" | "ballerina" | "bat" | "beancount" | "berry" | "bibtex" | "bicep" | "bird2" | "blade" | "bsl" | "c" | "c3" | "cadence" | "cairo" | "chapel" | "clarity" | "clojure" | "cmake" | "cobol" | "codeowners" | "codeql" | "coffee" | "common-lisp" | "coq" | "cpp" | "crystal" | "csharp" | "css" | "csv" | "cue" | "cypher" | "d" | "dart" | "dax" | "desktop" | "diff" | "docker" | "dotenv" | "dream-maker" | "edge" | "elixir" | "elm" | "emacs-lisp" | "erb" | "erlang" | "fennel" | "fish" | "fluent" | "fortran-fixed-form" | "fortran-free-form" | "fsharp" | "gdresource" | "gdscript" | "gdshader" | "genie" | "gherkin" | "git-commit" | "git-rebase" | "gleam" | "glimmer-js" | "glimmer-ts" | "glsl" | "gn" | "gnuplot" | "go" | "graphql" | "groovy" | "hack" | "haml" | "handlebars" | "haskell" | "haxe" | "hcl" | "hjson" | "hlsl" | "html" | "html-derivative" | "http" | "hurl" | "hxml" | "hy" | "imba" | "ini" | "java" | "javascript" | "jinja" | "jison" | "json" | "json5" | "jsonc" | "jsonl" | "jsonnet" | "jssm" | "jsx" | "julia" | "just" | "kdl" | "kotlin" | "kusto" | "latex" | "lean" | "less" | "liquid" | "llvm" | "log" | "logo" | "lua" | "luau" | "make" | "markdown" | "marko" | "matlab" | "mdc" | "mdx" | "mermaid" | "mipsasm" | "mojo" | "moonbit" | "move" | "narrat" | "nextflow" | "nextflow-groovy" | "nginx" | "nim" | "nix" | "nsis" | "nushell" | "objective-c" | "objective-cpp" | "ocaml" | "odin" | "openscad" | "org" | "pascal" | "perl" | "php" | "pkl" | "plsql" | "po" | "polar" | "postcss" | "powerquery" | "powershell" | "prisma" | "prolog" | "proto" | "pug" | "puppet" | "purescript" | "python" | "qml" | "qmldir" | "qss" | "r" | "racket" | "raku" | "razor" | "rbs" | "reg" | "regexp" | "rel" | "riscv" | "ron" | "rosmsg" | "rst" | "ruby" | "rust" | "sas" | "sass" | "scala" | "scheme" | "scss" | "sdbl" | "shaderlab" | "shellscript" | "shellsession" | "smalltalk" | "smithy" | "solidity" | "soy" | "sparql" | "splunk" | "sql" | "ssh-config" | "stata" | "stylus" | "surrealql" | "svelte" | "swift" | "system-verilog" | "systemd" | "talonscript" | "tasl" | "tcl" | "templ" | "terraform" | "tex" | "toml" | "ts-tags" | "tsv" | "tsx" | "turtle" | "twig" | "typescript" | "typespec" | "typst" | "v" | "vala" | "vb" | "verilog" | "vhdl" | "viml" | "vue" | "vue-html" | "vue-vine" | "vyper" | "wasm" | "wenyan" | "wgsl" | "wikitext" | "wit" | "wolfram" | "xml" | "xsl" | "yaml" | "zenscript" | "zig")[];
            /**
             * Format: uri
             * @description HTTPS or HTTP address of the course configuration, without user information; null where there is none.
             */
            courseConfigUrl?: string | null;
            templates: components["schemas"]["CourseTemplateSettings"];
            /** @description Whether students can discover the course. */
            listed: boolean;
            /** @description Tags that students see; each must exist in the read-only `tags`. */
            visibleTagSlugs: string[];
            /** @description At most one entry for each person. */
            graders: components["schemas"]["CourseGrader"][];
            /** @description Exercises of the learning platform that are graded by hand; each belongs to at most one course. Replies list them in ascending order. */
            manualGradingExercises: number[];
        };
        /** @description A tag of the course on the learning platform, as of the last refresh. */
        CourseTag: {
            slug: string;
            name: string;
            description: string;
            /** @description The colour on the learning platform, e.g. `#CD0000`. */
            color: string;
            /** @description Whether white text is readable on the colour. */
            fontWhite: boolean;
        };
        /** @description Which files count as templates. */
        CourseTemplateSettings: {
            /** @description Whether the highlighters' own file name extensions count too. */
            automaticExtensions: boolean;
            /** @description File name extensions of template files, with the dot. */
            extensions: string[];
            /** @description Files with one of these path segments are left out. */
            excludedPathSegments: string[];
        };
        /** @description An OpenAPI 3.1 document. */
        OpenApiDocument: {
            openapi: string;
            info: {
                title: string;
                version: string;
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description The upstream learning platform is unavailable. */
        AplusUnavailable: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "aplus_unavailable",
                 *         "message": "The learning platform did not answer as expected. Try again later.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description The token's owner does not teach the requested course. */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "You are not a teacher of this course.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description Internal server error. */
        Internal: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal",
                 *         "message": "Internal error.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description Missing, malformed or refused API token. */
        InvalidToken: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_token",
                 *         "message": "The API token is missing or not valid.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description A manual-grading exercise is already assigned to another course. */
        ManualGradingExerciseConflict: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "manual_grading_exercise_conflict",
                 *         "message": "A manual-grading exercise is already assigned to another course.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": [
                 *           {
                 *             "path": "$.manualGradingExercises",
                 *             "code": "conflict",
                 *             "message": "Exercise 1301 belongs to another course."
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description The course has no configuration in the service. */
        NotFound: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "Not found.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description The request body exceeds 2 MB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "payload_too_large",
                 *         "message": "The request body is larger than 2,000,000 bytes.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description The `If-Match` header is missing. */
        PreconditionRequired: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "precondition_required",
                 *         "message": "If-Match with the revision you read is required.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description The `If-Match` revision is stale because another writer changed the course. */
        RevisionConflict: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "revision_conflict",
                 *         "message": "The settings have changed since you read them. Read them again, reconcile, and retry.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description The request body is not `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unsupported_media_type",
                 *         "message": "The request body must be application/json in UTF-8.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
        /** @description Malformed or invalid input; `issues` lists every problem at once. */
        ValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["X-Request-ID"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "validation_failed",
                 *         "message": "Invalid request.",
                 *         "requestId": "019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4",
                 *         "issues": [
                 *           {
                 *             "path": "$.visibleTagSlugs",
                 *             "code": "invalid_value",
                 *             "message": "The course has no tag \"group-c\"."
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiErrorEnvelopeV1"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Correlation identifier of this request. */
        "X-Request-ID": string;
        /**
         * @description Strong entity tag of the body; for settings, the quoted revision.
         * @example "7"
         */
        ETag: string;
        /**
         * @description The scheme to authenticate with.
         * @example Token
         */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCourseSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description If it names the current `ETag`, the reply is 304 without a body.
                 * @example "7"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /** @example 11 */
                courseId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings document. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revision": 7,
                     *       "schemaVersion": 1,
                     *       "courseId": 11,
                     *       "slug": "programming-1",
                     *       "name": "Programming 1",
                     *       "languages": [
                     *         "fi",
                     *         "en"
                     *       ],
                     *       "highlightLanguages": [
                     *         "python",
                     *         "scala"
                     *       ],
                     *       "courseConfigUrl": null,
                     *       "templates": {
                     *         "automaticExtensions": true,
                     *         "extensions": [
                     *           ".py",
                     *           ".scala"
                     *         ],
                     *         "excludedPathSegments": [
                     *           "node_modules"
                     *         ]
                     *       },
                     *       "listed": true,
                     *       "visibleTagSlugs": [
                     *         "group-a"
                     *       ],
                     *       "graders": [
                     *         {
                     *           "userId": 102,
                     *           "languages": [
                     *             "fi"
                     *           ],
                     *           "gradingTags": [
                     *             "group-a"
                     *           ]
                     *         },
                     *         {
                     *           "userId": 103,
                     *           "languages": [
                     *             "en",
                     *             "fi"
                     *           ]
                     *         }
                     *       ],
                     *       "manualGradingExercises": [
                     *         1103,
                     *         1104
                     *       ],
                     *       "tags": [
                     *         {
                     *           "slug": "group-a",
                     *           "name": "Group A",
                     *           "description": "Exercise group A",
                     *           "color": "#CD0000",
                     *           "fontWhite": true
                     *         }
                     *       ],
                     *       "ltiLoginUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["CourseSettingsDocumentV1"];
                };
            };
            /** @description The caller's copy is current. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["Internal"];
            502: components["responses"]["AplusUnavailable"];
        };
    };
    putCourseSettings: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Exactly one strong entity tag: the quoted revision that was read. `*`, weak tags and lists are refused.
                 * @example "1"
                 */
                "If-Match": string;
            };
            path: {
                /** @example 11 */
                courseId: number;
            };
            cookie?: never;
        };
        /** @description At most 2,000,000 bytes, and 32,000 members and elements in all. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schemaVersion": 1,
                 *       "slug": "programming-1",
                 *       "name": "Programming 1",
                 *       "languages": [
                 *         "fi",
                 *         "en"
                 *       ],
                 *       "highlightLanguages": [
                 *         "python",
                 *         "scala"
                 *       ],
                 *       "courseConfigUrl": null,
                 *       "templates": {
                 *         "automaticExtensions": true,
                 *         "extensions": [
                 *           ".py",
                 *           ".scala"
                 *         ],
                 *         "excludedPathSegments": [
                 *           "node_modules"
                 *         ]
                 *       },
                 *       "listed": true,
                 *       "visibleTagSlugs": [
                 *         "group-a"
                 *       ],
                 *       "graders": [
                 *         {
                 *           "userId": 102,
                 *           "languages": [
                 *             "fi"
                 *           ],
                 *           "gradingTags": [
                 *             "group-a"
                 *           ]
                 *         },
                 *         {
                 *           "userId": 103,
                 *           "languages": [
                 *             "en",
                 *             "fi"
                 *           ]
                 *         }
                 *       ],
                 *       "manualGradingExercises": [
                 *         1103,
                 *         1104
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CourseSettingsUpdateV1"];
            };
        };
        responses: {
            /** @description The settings as stored. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revision": 8,
                     *       "schemaVersion": 1,
                     *       "courseId": 11,
                     *       "slug": "programming-1",
                     *       "name": "Programming 1",
                     *       "languages": [
                     *         "fi",
                     *         "en"
                     *       ],
                     *       "highlightLanguages": [
                     *         "python",
                     *         "scala"
                     *       ],
                     *       "courseConfigUrl": null,
                     *       "templates": {
                     *         "automaticExtensions": true,
                     *         "extensions": [
                     *           ".py",
                     *           ".scala"
                     *         ],
                     *         "excludedPathSegments": [
                     *           "node_modules"
                     *         ]
                     *       },
                     *       "listed": true,
                     *       "visibleTagSlugs": [
                     *         "group-a"
                     *       ],
                     *       "graders": [
                     *         {
                     *           "userId": 102,
                     *           "languages": [
                     *             "fi"
                     *           ],
                     *           "gradingTags": [
                     *             "group-a"
                     *           ]
                     *         },
                     *         {
                     *           "userId": 103,
                     *           "languages": [
                     *             "en",
                     *             "fi"
                     *           ]
                     *         }
                     *       ],
                     *       "manualGradingExercises": [
                     *         1103,
                     *         1104
                     *       ],
                     *       "tags": [
                     *         {
                     *           "slug": "group-a",
                     *           "name": "Group A",
                     *           "description": "Exercise group A",
                     *           "color": "#CD0000",
                     *           "fontWhite": true
                     *         }
                     *       ],
                     *       "ltiLoginUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["CourseSettingsDocumentV1"];
                };
            };
            400: components["responses"]["ValidationFailed"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ManualGradingExerciseConflict"];
            412: components["responses"]["RevisionConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            428: components["responses"]["PreconditionRequired"];
            500: components["responses"]["Internal"];
            502: components["responses"]["AplusUnavailable"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description If it names the current `ETag`, the reply is 304 without a body.
                 * @example "7"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI 3.1 document of the public API. */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0",
                     *       "info": {
                     *         "title": "Course grading: public automation API",
                     *         "version": "0.1.0"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            /** @description The caller's copy is current. */
            304: {
                headers: {
                    "X-Request-ID": components["headers"]["X-Request-ID"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationFailed"];
            500: components["responses"]["Internal"];
        };
    };
}
