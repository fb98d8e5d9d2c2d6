// Reads the one validated specification: nested dicts with every key present and none unknown.
#pragma once

#include <set>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "obliqua/grow/fit.hpp"

namespace obliqua::bindings {

namespace nb = nanobind;

class SpecReader {
   public:
    SpecReader(nb::dict values, std::string path)
        : values_(std::move(values)), path_(std::move(path)) {}

    template <class T>
    T get(const char* key) {
        nb::handle value = at(key);
        T result;
        if (!nb::try_cast<T>(value, result)) refuse(key, "has the wrong type");
        return result;
    }

    SpecReader section(const char* key) { return {get<nb::dict>(key), path_ + key + "."}; }

    nb::object object(const char* key) { return nb::borrow(at(key)); }

    // Lets a parameter struct read itself: fields(reader) calls reader("name", member) for each.
    template <class T>
    void operator()(const char* key, T& member) {
        member = get<T>(key);
    }

    // Refuses keys that nothing has read.
    void finish() const;

   private:
    nb::handle at(const char* key);
    [[noreturn]] void refuse(const char* key, const char* why) const;

    nb::dict values_;
    std::string path_;
    std::set<std::string> read_;
};

FitSpec read_fit_spec(const nb::dict& spec);
PruningParams read_pruning(SpecReader reader);
CriterionChoice read_criterion(const nb::object& criterion);

}  // namespace obliqua::bindings
