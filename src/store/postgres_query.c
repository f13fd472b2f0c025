#include "store/postgres_internal.h"

#include "base/check.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

void parameters_add_bytes(struct parameters *parameters, const void *bytes, size_t length)
{
    CHECK_OP(parameters->count, <, PARAMETERS_MAX);
    CHECK_OP(length, <=, INT_MAX);
    int i = parameters->count++;
    /* NULL would be SQL's null, also when the length is 0. */
    parameters->values[i] = bytes ? bytes : "";
    parameters->lengths[i] = (int)length;
    parameters->formats[i] = 1;
}

void parameters_add_text(struct parameters *parameters, struct text text)
{
    parameters_add_bytes(parameters, text.bytes, text.length);
}

void parameters_add_number(struct parameters *parameters, uint64_t number)
{
    CHECK_OP(parameters->count, <, PARAMETERS_MAX);
    uint8_t *bytes = parameters->numbers[parameters->count];
    postgres_number(bytes, number);
    parameters_add_bytes(parameters, bytes, 8);
}

void parameters_add_array(struct parameters *parameters, const struct postgres_array *array)
{
    CHECK_OP(array->length, ==, array->size);
    parameters_add_bytes(parameters, array->bytes, array->length);
}

/* ------------------------------------------------------------------------------------------- faults */

/* Classes XX001 and XX002: corrupted data and indices; 42P01 and 42703: no such table, no such column. During an inspection
 * also 26000: no such statement, because its table was missing when it was prepared. */
static bool is_damage(const struct engine *engine, const char *state)
{
    static const char *const states[] = {"XX001", "XX002", "42P01", "42703"};
    for (size_t i = 0; state && i < sizeof states / sizeof states[0]; i++)
        if (strcmp(state, states[i]) == 0)
            return true;
    return state && engine->options->to_inspect && strcmp(state, "26000") == 0;
}

enum status postgres_failed(struct engine *engine, const PGresult *result, struct fault *fault,
                            const char *doing)
{
    const char *words = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    if (!words)
        words = PQerrorMessage(engine->connection);
    struct text line = text_of(words);
    const char *end = memchr(line.bytes, '\n', line.length);
    if (end)
        line.length = (size_t)(end - line.bytes);
    char said[FAULT_WORDS_SIZE];
    struct text_out out;
    text_out_init(&out, said, sizeof said);
    text_out_add_safely(&out, text_clipped(line, 180));
    return fault_set(fault, is_damage(engine, state) ? STATUS_DAMAGED : STATUS_IO, 0, "%s: %.180s%s%s", doing,
                     said, state ? " " : "", state ? state : "");
}

/* ---------------------------------------------------------------------------------------- statements */

void postgres_statement_name(char name[POSTGRES_NAME_SIZE], char letter, unsigned number)
{
    snprintf(name, POSTGRES_NAME_SIZE, "%c%u", letter, number);
}

bool postgres_send_named(struct engine *engine, char letter, unsigned number,
                         const struct parameters *parameters)
{
    char name[POSTGRES_NAME_SIZE];
    postgres_statement_name(name, letter, number);
    return PQsendQueryPrepared(engine->connection, name, parameters->count, parameters->values,
                               parameters->lengths, parameters->formats, 1) == 1;
}

bool postgres_send(struct engine *engine, enum statement statement, const struct parameters *parameters)
{
    CHECK_OP(statement, <, STATEMENT_COUNT);
    static const struct parameters none;
    return postgres_send_named(engine, 's', statement, parameters ? parameters : &none);
}

bool postgres_send_begin(struct engine *engine)
{
    return postgres_send(engine, engine->together ? PART_BEGIN : BEGIN, NULL);
}

PGresult *postgres_ask(struct engine *engine, enum statement statement, const struct parameters *parameters,
                       ExecStatusType wanted, struct fault *fault, const char *doing, enum status *status)
{
    CHECK_OP(statement, <, STATEMENT_COUNT);
    char name[POSTGRES_NAME_SIZE];
    postgres_statement_name(name, 's', statement);
    for (bool again = !engine->in_transaction;; again = false) {
        PGresult *result = PQexecPrepared(engine->connection, name, parameters->count, parameters->values,
                                          parameters->lengths, parameters->formats, 1);
        if (PQresultStatus(result) == wanted) {
            *status = STATUS_OK;
            return result;
        }
        *status = postgres_failed(engine, result, fault, doing);
        PQclear(result);
        if (engine->held)
            postgres_hold_again(engine);
        if (!again || !postgres_reconnected(engine, fault))
            return NULL;
    }
}

enum status postgres_run(struct engine *engine, const char *sql, struct fault *fault, const char *doing)
{
    PGresult *result = PQexec(engine->connection, sql);
    ExecStatusType found = PQresultStatus(result);
    enum status status = STATUS_OK;
    if (found != PGRES_COMMAND_OK && found != PGRES_TUPLES_OK)
        status = postgres_failed(engine, result, fault, doing);
    PQclear(result);
    return status;
}

struct pipeline pipeline_begin(struct engine *engine, struct fault *fault, const char *doing)
{
    struct pipeline pipeline = {engine, doing, fault, STATUS_OK};
    if (PQenterPipelineMode(engine->connection) != 1)
        pipeline.status = postgres_failed(engine, NULL, fault, doing);
    return pipeline;
}

void pipeline_send(struct pipeline *pipeline, bool sent)
{
    if (!sent && pipeline->status == STATUS_OK)
        pipeline->status = postgres_failed(pipeline->engine, NULL, pipeline->fault, pipeline->doing);
}

void pipeline_sent(struct pipeline *pipeline)
{
    pipeline_send(pipeline, PQpipelineSync(pipeline->engine->connection) == 1);
}

PGresult *pipeline_answer(struct pipeline *pipeline, ExecStatusType wanted)
{
    if (pipeline->status != STATUS_OK)
        return NULL;
    PGresult *result = PQgetResult(pipeline->engine->connection);
    if (!result || PQresultStatus(result) != wanted) {
        pipeline->status = postgres_failed(pipeline->engine, result, pipeline->fault, pipeline->doing);
        PQclear(result);
        return NULL;
    }
    /* An empty answer follows each answer. */
    PQclear(PQgetResult(pipeline->engine->connection));
    return result;
}

enum status pipeline_end(struct pipeline *pipeline)
{
    PGconn *connection = pipeline->engine->connection;
    for (bool end = false; !end && PQstatus(connection) == CONNECTION_OK;) {
        PGresult *result = PQgetResult(connection);
        end = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
    if (PQexitPipelineMode(connection) != 1 && pipeline->status == STATUS_OK)
        pipeline->status = postgres_failed(pipeline->engine, NULL, pipeline->fault, pipeline->doing);
    return pipeline->status;
}

enum status pipeline_commit(struct pipeline *pipeline, size_t sent)
{
    CHECK_OP(sent, >, 0);
    bool part = pipeline->engine->together;
    pipeline_send(pipeline, postgres_send(pipeline->engine, part ? PART_COMMIT : COMMIT, NULL));
    pipeline_sent(pipeline);
    for (size_t i = 0; i < sent; i++)
        PQclear(pipeline_answer(pipeline, PGRES_COMMAND_OK));
    PGresult *committed = pipeline_answer(pipeline, PGRES_COMMAND_OK);
    /* The server answers a commit that is impossible with a rollback. */
    if (committed && strcmp(PQcmdStatus(committed), part ? "RELEASE" : "COMMIT") != 0)
        pipeline->status =
            fault_set(pipeline->fault, STATUS_IO, 0, "the database rolled the transaction back");
    PQclear(committed);
    return pipeline_end(pipeline);
}

struct store_hash result_hash(const PGresult *result, int row, int column)
{
    struct store_hash hash = {0};
    if (PQgetlength(result, row, column) == (int)sizeof hash.bytes)
        memcpy(hash.bytes, PQgetvalue(result, row, column), sizeof hash.bytes);
    return hash;
}

struct text result_text(const PGresult *result, int row, int column)
{
    return (struct text){PQgetvalue(result, row, column), (size_t)PQgetlength(result, row, column)};
}

uint64_t result_number(const PGresult *result, int row, int column)
{
    return postgres_number_read(PQgetvalue(result, row, column));
}

bool result_stream(const PGresult *result, struct stream_state *stream)
{
    if (PQntuples(result) == 0)
        return false;
    stream->id = (int64_t)result_number(result, 0, 0);
    stream->head.sequence = result_number(result, 0, 1);
    stream->head.hash = result_hash(result, 0, 2);
    return true;
}
