/* Asking a house over HTTP or HTTPS. */
#include "witness/witness_internal.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

enum { URL_MAX = 1024, CONNECT_SECONDS = 10 };

struct witness_http {
    CURL *handle;
    char url[URL_MAX]; /* without a slash at its end */
    char why[CURL_ERROR_SIZE];
    struct curl_slist *fields; /* of a POST */
};

static bool options_set(struct witness_http *http, const char *authorities, unsigned timeout_seconds)
{
    const long timeout = (long)timeout_seconds,
               connecting = timeout < CONNECT_SECONDS ? timeout : CONNECT_SECONDS;
    CURL *handle = http->handle;
    bool set = curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, http->why) == CURLE_OK &&
               curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
               curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
               curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
               curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, connecting) == CURLE_OK &&
               curl_easy_setopt(handle, CURLOPT_TIMEOUT, timeout) == CURLE_OK &&
               curl_easy_setopt(handle, CURLOPT_USERAGENT, "cardroom witness") == CURLE_OK;
    return set && (!authorities || curl_easy_setopt(handle, CURLOPT_CAINFO, authorities) == CURLE_OK);
}

static bool is_web(struct text url)
{
    return text_starts_with(url, text_of("https://")) || text_starts_with(url, text_of("http://"));
}

enum status witness_http_open(const char *url, const char *authorities, unsigned timeout_seconds,
                              struct witness_http **opened, struct fault *fault)
{
    struct text_out out;
    struct text place = text_of(url);
    while (place.length > 0 && place.bytes[place.length - 1] == '/')
        place.length--;
    if (!is_web(place) || place.length >= URL_MAX)
        return fault_set(fault, STATUS_INVALID, 0,
                         "the address of the house is like https://house.example, not '%.120s'", url);
    struct witness_http *http = calloc(1, sizeof *http);
    bool good = http && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (good) {
        text_out_init(&out, http->url, sizeof http->url);
        text_out_add_text(&out, place);
        http->handle = curl_easy_init();
        http->fields = curl_slist_append(NULL, "Content-Type: text/plain; charset=utf-8");
        good = http->handle && http->fields && options_set(http, authorities, timeout_seconds);
    }
    if (!good) {
        witness_http_close(http);
        return fault_set(fault, STATUS_IO, 0, "the library for HTTP cannot be used");
    }
    *opened = http;
    return STATUS_OK;
}

void witness_http_close(struct witness_http *http)
{
    if (!http)
        return;
    curl_slist_free_all(http->fields);
    curl_easy_cleanup(http->handle);
    free(http);
}

/* Less than was given ends the transfer: the answer is too long. */
static size_t take(char *bytes, size_t one, size_t size, void *context)
{
    struct witness_answer *answer = context;
    (void)one;
    if (size > WITNESS_ANSWER_MAX - answer->size)
        return 0;
    memcpy(answer->bytes + answer->size, bytes, size);
    answer->size += size;
    return size;
}

bool witness_http_ask(void *context, const char *path, struct text body, struct witness_answer *answer,
                      struct text_out *why)
{
    struct witness_http *http = context;
    char url[URL_MAX + 256];
    struct text_out out;
    long code = 0;
    const bool posts = body.length > 0;
    text_out_init(&out, url, sizeof url);
    text_out_add(&out, "%s%s", http->url, path);
    answer->size = 0;
    answer->code = 0;
    http->why[0] = '\0';
    CURLcode result = curl_easy_setopt(http->handle, CURLOPT_URL, url);
    if (result == CURLE_OK)
        result = curl_easy_setopt(http->handle, CURLOPT_WRITEFUNCTION, take);
    if (result == CURLE_OK)
        result = curl_easy_setopt(http->handle, CURLOPT_WRITEDATA, answer);
    if (result == CURLE_OK)
        result = curl_easy_setopt(http->handle, CURLOPT_HTTPHEADER, posts ? http->fields : NULL);
    if (result == CURLE_OK)
        result = posts ? curl_easy_setopt(http->handle, CURLOPT_POSTFIELDSIZE, (long)body.length)
                       : curl_easy_setopt(http->handle, CURLOPT_HTTPGET, 1L);
    if (result == CURLE_OK && posts)
        result = curl_easy_setopt(http->handle, CURLOPT_COPYPOSTFIELDS, body.bytes);
    if (result == CURLE_OK)
        result = curl_easy_perform(http->handle);
    if (result == CURLE_OK)
        result = curl_easy_getinfo(http->handle, CURLINFO_RESPONSE_CODE, &code);
    if (result == CURLE_WRITE_ERROR)
        text_out_add(why, "the answer is longer than %d bytes", (int)WITNESS_ANSWER_MAX);
    else if (result != CURLE_OK)
        text_out_add(why, "%s", http->why[0] ? http->why : curl_easy_strerror(result));
    if (result != CURLE_OK)
        return false;
    answer->bytes[answer->size] = '\0';
    answer->code = (unsigned)code;
    return true;
}
